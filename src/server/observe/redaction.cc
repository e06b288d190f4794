#include "server/observe/redaction.h"

#include <algorithm>

#include "base/ascii.h"
#include "server/config/options.h"

namespace keemun::server {

namespace {

constexpr BytesView kRedacted = "(redacted)";

void redact(std::vector<BytesView>& words, size_t begin, size_t count) {
  for (size_t i = begin; i < std::min(begin + count, words.size()); ++i) words[i] = kRedacted;
}

}  // namespace

std::vector<BytesView> redacted(const commands::Command& command, std::span<const BytesView> args) {
  std::vector<BytesView> words(args.begin(), args.end());
  if (command.name == "auth") redact(words, 1, words.size());
  if (command.name == "acl|setuser") redact(words, 2, words.size());
  if (command.name == "hello") {
    constexpr size_t kUserAndPassword = 2;
    for (size_t i = 1; i < words.size(); ++i) {
      if (ascii_equal_ignoring_case(words[i], "auth")) redact(words, i + 1, kUserAndPassword);
    }
  }
  if (command.name == "config|set") {
    for (size_t i = 2; i < words.size(); i += 2) {
      if (is_secret_option(words[i])) redact(words, i + 1, 1);
    }
  }
  return words;
}

}  // namespace keemun::server
