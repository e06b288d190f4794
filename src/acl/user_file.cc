#include "acl/user_file.h"

#include <algorithm>
#include <utility>

#include "acl/rule_text.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::acl {

namespace {

BytesView trimmed(BytesView line) {
  constexpr BytesView kBlanks = " \t\r\n";
  const size_t begin = line.find_first_not_of(kBlanks);
  if (begin == BytesView::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<BytesView> words_of(BytesView line) {
  std::vector<BytesView> words;
  while (!line.empty()) {
    const BytesView word = line.substr(0, line.find(' '));
    if (!word.empty() || words.size() < 2) words.push_back(word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return words;
}

class Reader {
 public:
  Reader(const Rules& rules, BytesView name) : rules_(rules), name_(name) {}

  void read(BytesView line) {
    ++number_;
    line = trimmed(line);
    if (line.empty()) return;
    const std::vector<BytesView> words = words_of(line);
    if (words[0] != "user" || words.size() < 2) {
      faults_ += place() + " should start with user keyword followed by the username. ";
      return;
    }
    if (!may_be_named(words[1])) return;
    Bytes unclosed;
    const auto steps = joined_selectors(std::span(words).subspan(2), unclosed);
    if (!steps) {
      faults_ += place() + ": Unmatched parenthesis in selector definition.";
      return;
    }
    add(words[1], *steps);
  }

  std::variant<std::vector<User>, Bytes> end() && {
    if (faults_.empty()) return std::move(users_);
    return faults_ +
           "WARNING: ACL errors detected, no change to the previously active ACL rules was "
           "performed";
  }

 private:
  Bytes place() const { return name_ + ":" + format_int64(number_); }

  bool may_be_named(BytesView name) {
    try {
      check_user_name(name);
    } catch (const CommandError&) {
      faults_ += "'" + place() + ": username '" + Bytes(name) + "' contains invalid characters. ";
      return false;
    }
    const bool is_known = std::any_of(users_.begin(), users_.end(),
                                      [name](const User& user) { return user.name == name; });
    if (!is_known) return true;
    faults_ += "WARNING: Duplicate user '" + Bytes(name) + "' found on line " +
               format_int64(number_) + ". ";
    return false;
  }

  // Each name that nobody knows is told, of other faults the first: those behind it may follow from
  // it, and a step may be a password.
  void add(BytesView name, const std::vector<Bytes>& steps) {
    User user = rules_.new_user(name);
    bool is_told = false;
    for (const Bytes& step : steps) {
      try {
        User changed = user;
        rules_.apply(changed, step);
        user = std::move(changed);
      } catch (const CommandError& error) {
        if (error.text() == kUnknownName) {
          faults_ +=
              place() + ": Error in applying operation '" + step + "': " + error.text() + ". ";
        } else if (!std::exchange(is_told, true)) {
          faults_ += place() + ": " + error.text() + ". ";
        }
      }
    }
    users_.push_back(std::move(user));
  }

  const Rules& rules_;
  const Bytes name_;
  int64_t number_ = 0;
  std::vector<User> users_;
  Bytes faults_;
};

}  // namespace

std::variant<std::vector<User>, Bytes> read_users(const Rules& rules, BytesView name,
                                                  BytesView text) {
  Reader reader(rules, name);
  while (!text.empty()) {
    const BytesView line = text.substr(0, text.find('\n'));
    reader.read(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::move(reader).end();
}

Bytes written_users(const CommandCatalogue& catalogue, const Users& users) {
  Bytes text;
  for (const auto& [name, user] : users.all()) text += user_line(catalogue, *user) + "\n";
  return text;
}

}  // namespace keemun::acl
