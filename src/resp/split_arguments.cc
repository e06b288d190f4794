#include "resp/split_arguments.h"

#include <algorithm>

#include "resp/reply.h"

namespace keemun::resp {
namespace {

// Between arguments all blanks of C count; inside an unquoted one \v and \f are plain bytes.
bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool ends_argument(char c) {
  return is_blank(c) && c != '\v' && c != '\f';
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'a':
      return '\a';
    default:
      return c;
  }
}

// Reads arguments from the front of what is left of a line.
class Splitter {
 public:
  explicit Splitter(BytesView line) : rest_(line) {}

  bool skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    return !rest_.empty();
  }

  // False if the quotes do not balance.
  bool read_argument(Bytes& argument) {
    while (!rest_.empty() && !ends_argument(rest_.front())) {
      const char c = take();
      if (c == '"') return read_double_quoted(argument);
      if (c == '\'') return read_single_quoted(argument);
      argument.push_back(c);
    }
    return true;
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  bool at_argument_end() const { return rest_.empty() || is_blank(rest_.front()); }

  bool read_double_quoted(Bytes& argument) {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '"') return at_argument_end();
      if (c == '\\' && !rest_.empty()) {
        read_escape(argument);
      } else {
        argument.push_back(c);
      }
    }
    return false;
  }

  void read_escape(Bytes& argument) {
    if (rest_.size() >= 3 && rest_[0] == 'x' && hex_value(rest_[1]) >= 0 &&
        hex_value(rest_[2]) >= 0) {
      argument.push_back(static_cast<char>(hex_value(rest_[1]) * 16 + hex_value(rest_[2])));
      rest_.remove_prefix(3);
    } else {
      argument.push_back(unescaped(take()));
    }
  }

  bool read_single_quoted(Bytes& argument) {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '\'') return at_argument_end();
      const bool escaped_quote = c == '\\' && !rest_.empty() && rest_.front() == '\'';
      argument.push_back(escaped_quote ? take() : c);
    }
    return false;
  }

  BytesView rest_;
};

}  // namespace

std::optional<std::vector<Bytes>> split_arguments(BytesView line) {
  std::vector<Bytes> arguments;
  Splitter splitter(line);
  while (splitter.skip_blanks()) {
    Bytes argument;
    if (!splitter.read_argument(argument)) return std::nullopt;
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

Bytes quoted(BytesView argument) {
  return to_transcript(Reply::bulk(Bytes(argument)));
}

Bytes quoted_where(BytesView line, bool (*must_be)(BytesView word)) {
  Bytes text;
  while (!line.empty()) {
    const BytesView word = line.substr(0, line.find(' '));
    if (!text.empty()) text += ' ';
    text += must_be(word) ? quoted(word) : Bytes(word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return text;
}

}  // namespace keemun::resp
