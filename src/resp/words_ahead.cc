#include "resp/words_ahead.h"

#include <optional>

namespace keemun::resp {

namespace {

class Look {
 public:
  explicit Look(BytesView unread) : rest_(unread) {}

  // A count or a length behind its mark, with the end of its line.
  std::optional<size_t> number(char mark) {
    constexpr size_t kDigitsMax = 9;
    if (rest_.empty() || rest_.front() != mark) return std::nullopt;
    size_t value = 0;
    size_t at = 1;
    for (; at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9'; ++at) {
      if (at > kDigitsMax) return std::nullopt;
      value = value * 10 + static_cast<size_t>(rest_[at] - '0');
    }
    const bool is_plain = at == 2 || (at > 2 && rest_[1] != '0');
    if (!is_plain || at == rest_.size() || rest_[at] != '\r') return std::nullopt;
    return pass(at + kLineEnd) ? std::optional(value) : std::nullopt;
  }
  std::optional<BytesView> word() {
    const auto bytes = number('$');
    const BytesView before = rest_;
    if (!bytes || !pass(*bytes + kLineEnd)) return std::nullopt;
    return before.substr(0, *bytes);
  }

 private:
  static constexpr size_t kLineEnd = 2;

  bool pass(size_t bytes) {
    if (bytes > rest_.size()) return false;
    rest_.remove_prefix(bytes);
    return true;
  }

  BytesView rest_;
};

}  // namespace

WordsAhead words_ahead(BytesView unread) {
  WordsAhead found;
  Look look(unread);
  for (int i = 0; i < kRequestsAhead; ++i) {
    const auto count = look.number('*');
    if (!count || *count < 2 || !look.word()) break;
    WordsOfRequest words;
    size_t passed = 1;
    for (; passed < *count; ++passed) {
      const auto word = look.word();
      if (!word) break;
      if (passed == 1) words.first = *word;
      if (passed == 2) words.second = *word;
    }
    if (passed < *count) break;
    if (words.first.size() > kWordAheadBytesMax) continue;
    if (words.second.size() > kWordAheadBytesMax) words.second = {};
    found.push_back(words);
  }
  return found;
}

}  // namespace keemun::resp
