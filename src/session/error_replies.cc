#include "session/error_replies.h"

#include <algorithm>

#include "base/command_error.h"
#include "base/error_text.h"

namespace keemun::session {

namespace {

constexpr size_t kBytesShownMax = 128;
constexpr BytesView kOfCorruptStore = "ERR corrupt store: ";

Bytes unknown_command(std::span<const BytesView> args) {
  Bytes arguments;
  for (size_t i = 1; i < args.size() && arguments.size() < kBytesShownMax; ++i) {
    arguments += "'" + shown_in_error(args[i], kBytesShownMax - arguments.size()) + "' ";
  }
  return "ERR unknown command '" + shown_in_error(args[0], kBytesShownMax) +
         "', with args beginning with: " + arguments;
}

Bytes unknown_subcommand(std::span<const BytesView> args) {
  Bytes container(args[0]);
  std::transform(container.begin(), container.end(), container.begin(), [](char c) {
    return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return "ERR unknown subcommand '" + shown_in_error(args[1], kBytesShownMax) + "'. Try " +
         container + " HELP.";
}

}  // namespace

std::optional<Bytes> request_fault(const Named& named, std::span<const BytesView> args) {
  if (named.command == nullptr) {
    return named.container == nullptr ? unknown_command(args) : unknown_subcommand(args);
  }
  if (named.command->arity_fits(args.size())) return std::nullopt;
  return "ERR wrong number of arguments for '" + Bytes(named.command->name) + "' command";
}

bool tells_of_damage(BytesView error) {
  return error.starts_with(kOfCorruptStore) || error.starts_with(kOfCorruptKey);
}

resp::Reply store_error_reply(const ports::StoreError& error) {
  using Kind = ports::StoreError::Kind;
  switch (error.kind()) {
    case Kind::kUnavailable:
      return resp::Reply::error("ERR store unavailable, nothing was done: " + error.text());
    case Kind::kUnknownOutcome:
      return resp::Reply::error("ERR outcome unknown, the write may or may not take effect: " +
                                error.text());
    case Kind::kConflict:
      return resp::Reply::error("TRYAGAIN the keys have gone to another process, nothing was done");
    case Kind::kTooLarge:
      return resp::Reply::error("ERR " + error.text());
    case Kind::kFull:
      return resp::Reply::error("ERR store is full, nothing was done: " + error.text());
    case Kind::kCorrupt:
      return resp::Reply::error(Bytes(kOfCorruptStore) + error.text());
  }
  return resp::Reply::error("ERR store error");
}

}  // namespace keemun::session
