#include "scripts/long_brackets.h"

#include <algorithm>
#include <set>
#include <utility>

namespace keemun::scripts {

namespace {

constexpr BytesView kOpening = "[[";

class Rewriter {
 public:
  explicit Rewriter(BytesView chunk) : rest_(chunk) {}

  std::optional<Bytes> rewrite() && {
    while (!rest_.empty()) {
      if (rest_.starts_with("--")) {
        copy(2);
        if (!copy_bracket()) copy(std::min(rest_.find('\n'), rest_.size()));
      } else if (rest_.front() == '"' || rest_.front() == '\'') {
        copy_quoted();
      } else if (!copy_bracket()) {
        copy(1);
      }
    }
    return has_changed_ ? std::optional(std::move(text_)) : std::nullopt;
  }

 private:
  void copy(size_t bytes) {
    text_ += rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
  }

  // Up to its other end, or that of the line, where it is wrong.
  void copy_quoted() {
    const char mark = rest_.front();
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != mark && rest_[end] != '\n') {
      end += rest_[end] == '\\' ? size_t{2} : size_t{1};
    }
    copy(std::min(end + 1, rest_.size()));
  }

  // False where there is none. One that has no end is wrong, and stays so at another level.
  bool copy_bracket() {
    if (!rest_.starts_with('[')) return false;
    const size_t level = std::min(rest_.find_first_not_of('=', 1), rest_.size()) - 1;
    if (level + 1 == rest_.size() || rest_[level + 1] != '[') return false;
    const Bytes closing = closing_of(level);
    const size_t begin = level + 2;
    const size_t end = std::min(rest_.find(closing, begin), rest_.size());
    const BytesView content = rest_.substr(begin, end - begin);
    if (level > 0 || content.find(kOpening) == BytesView::npos) {
      copy(std::min(end + closing.size(), rest_.size()));
      return true;
    }
    has_changed_ = true;
    const size_t other = free_level(content);
    text_ += '[' + Bytes(other, '=') + '[';
    text_ += content;
    if (end < rest_.size()) text_ += closing_of(other);
    rest_.remove_prefix(std::min(end + closing.size(), rest_.size()));
    return true;
  }

  static Bytes closing_of(size_t level) { return ']' + Bytes(level, '=') + ']'; }

  // The first that the content does not end by itself, nor together with what is behind it.
  static size_t free_level(BytesView content) {
    std::set<size_t> taken;
    for (size_t at = content.find(']'); at != BytesView::npos; at = content.find(']', at + 1)) {
      const size_t end = std::min(content.find_first_not_of('=', at + 1), content.size());
      if (end == content.size() || content[end] == ']') taken.insert(end - at - 1);
    }
    size_t level = 1;
    while (taken.contains(level)) ++level;
    return level;
  }

  BytesView rest_;
  Bytes text_;
  bool has_changed_ = false;
};

}  // namespace

std::optional<Bytes> without_nested_brackets(BytesView chunk) {
  const size_t first = chunk.find(kOpening);
  if (first == BytesView::npos || chunk.find(kOpening, first + 1) == BytesView::npos) return {};
  return Rewriter(chunk).rewrite();
}

}  // namespace keemun::scripts
