#include "acl/rules.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/command_error.h"
#include "base/sha.h"
#include "resp/split_arguments.h"

namespace keemun::acl {

using commands::Categories;

namespace {

[[noreturn]] void throw_reason(BytesView reason) {
  throw CommandError(Bytes(reason));
}

[[noreturn]] void throw_syntax() {
  throw_reason("Syntax error");
}

bool is_word(BytesView rule, BytesView word) {
  return ascii_equal_ignoring_case(rule, word);
}

// What is written into a line must not end its word.
void check_without_blanks(BytesView pattern) {
  const bool has_blanks = std::any_of(pattern.begin(), pattern.end(), [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
  });
  if (has_blanks) throw_syntax();
}

void check_hash(BytesView hash) {
  constexpr size_t kHashDigits = 64;
  const bool are_digits = std::all_of(hash.begin(), hash.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (hash.size() == kHashDigits && are_digits) return;
  throw_reason(
      "The password hash must be exactly 64 characters and contain only lowercase hexadecimal "
      "characters");
}

void add_password(User& user, Bytes hash) {
  user.needs_no_password = false;
  if (std::find(user.passwords.begin(), user.passwords.end(), hash) != user.passwords.end()) return;
  user.passwords.push_back(std::move(hash));
}

void remove_password(User& user, const Bytes& hash) {
  if (std::erase(user.passwords, hash) > 0) return;
  throw_reason("The password you are trying to remove from the user does not exist");
}

// ~pattern, or %R~pattern
void add_key_pattern(Selector& selector, BytesView rule) {
  if (selector.has_all_keys) {
    throw_reason(
        "Adding a pattern after the * pattern (or the 'allkeys' flag) is not valid and does not "
        "have any effect. Try 'resetkeys' to start with an empty list of patterns");
  }
  Access access = rule[0] == '~' ? kReads | kWrites : 0;
  rule.remove_prefix(1);
  for (bool is_over = access != 0; !is_over && !rule.empty(); rule.remove_prefix(1)) {
    const char letter = ascii_lower(rule[0]);
    const Access more = letter == 'r' ? kReads : letter == 'w' ? kWrites : Access{0};
    is_over = letter == '~';
    if (!is_over && (more == 0 || (access & more) != 0)) throw_syntax();
    access |= more;
  }
  if (access == 0) throw_syntax();
  check_without_blanks(rule);
  const auto known = std::find_if(selector.keys.begin(), selector.keys.end(),
                                  [rule](const KeyPattern& key) { return key.pattern == rule; });
  if (known != selector.keys.end()) {
    known->access |= access;
  } else {
    selector.keys.push_back({Bytes(rule), access});
  }
}

void add_channel(Selector& selector, BytesView pattern) {
  if (selector.has_all_channels) {
    throw_reason(
        "Adding a pattern after the * pattern (or the 'allchannels' flag) is not valid and does "
        "not have any effect. Try 'resetchannels' to start with an empty list of channels");
  }
  check_without_blanks(pattern);
  if (std::find(selector.channels.begin(), selector.channels.end(), pattern) ==
      selector.channels.end()) {
    selector.channels.emplace_back(pattern);
  }
}

void set_all_commands(Selector& selector, bool allowed) {
  std::fill(selector.commands.begin(), selector.commands.end(), allowed);
  selector.first_words.clear();
  selector.takes_away = allowed;
}

void set_all_keys(Selector& selector, bool allowed) {
  selector.keys.clear();
  selector.has_all_keys = allowed;
}

void set_all_channels(Selector& selector, bool allowed) {
  selector.channels.clear();
  selector.has_all_channels = allowed;
}

}  // namespace

void set_command(const CommandCatalogue& catalogue, Selector& selector, size_t number,
                 bool allowed) {
  selector.commands[number] = allowed;
  selector.first_words.erase(number);
  for (const size_t subcommand : catalogue[number].subcommands) {
    selector.commands[subcommand] = allowed;
  }
}

void set_categories(const CommandCatalogue& catalogue, Selector& selector, Categories categories,
                    bool allowed) {
  for (size_t number = 0; number < catalogue.size(); ++number) {
    if ((catalogue[number].categories & categories) == 0) continue;
    set_command(catalogue, selector, number, allowed);
  }
}

std::optional<std::vector<Bytes>> joined_selectors(std::span<const BytesView> words,
                                                   Bytes& unclosed) {
  std::vector<Bytes> rules;
  bool is_open = false;
  for (const BytesView word : words) {
    const bool opens = word.starts_with('(') && !word.ends_with(')');
    if (opens) {
      if (is_open) rules.pop_back();  // so does Redis: the last parenthesis counts
      unclosed = word;
      rules.emplace_back(word);
    } else if (is_open) {
      (rules.back() += ' ') += word;
    } else {
      rules.emplace_back(word);
    }
    is_open = opens || (is_open && !word.ends_with(')'));
  }
  if (is_open) return std::nullopt;
  return rules;
}

Selector Rules::new_selector() const {
  Selector selector;
  selector.commands.resize(catalogue_.size());
  selector.has_all_channels = gives_channels;
  return selector;
}

User Rules::new_user(BytesView name) const {
  User user;
  user.name = name;
  user.own() = new_selector();
  return user;
}

User Rules::new_default_user() const {
  User user = new_user(kDefaultUserName);
  for (const BytesView rule : {"on", "nopass", "+@all", "~*", "allchannels"}) apply(user, rule);
  return user;
}

void Rules::apply(User& user, BytesView rule) const {
  if (rule.empty()) return;
  if (!apply_to_user(user, rule) && !apply_password(user, rule)) {
    apply_to_selector(user.own(), rule);
  }
  user.may_do_everything = may_do_everything(user);
}

bool Rules::may_do_everything(const User& user) const {
  return std::any_of(user.selectors.begin(), user.selectors.end(), [](const Selector& selector) {
    const std::vector<bool>& commands = selector.commands;
    return selector.has_all_keys && selector.has_all_channels &&
           std::find(commands.begin(), commands.end(), false) == commands.end();
  });
}

bool Rules::apply_to_user(User& user, BytesView rule) const {
  if (is_word(rule, "on") || is_word(rule, "off")) {
    user.is_on = is_word(rule, "on");
  } else if (is_word(rule, "nopass") || is_word(rule, "resetpass")) {
    user.needs_no_password = is_word(rule, "nopass");
    user.passwords.clear();
  } else if (is_word(rule, "sanitize-payload")) {
    user.payloads = User::Payloads::kLookedThrough;
  } else if (is_word(rule, "skip-sanitize-payload")) {
    user.payloads = User::Payloads::kTaken;
  } else if (is_word(rule, "reset")) {
    user = new_user(user.name);
    user.payloads = User::Payloads::kLookedThrough;
  } else if (is_word(rule, "clearselectors")) {
    user.selectors.resize(1);
  } else if (rule.starts_with('(') && rule.ends_with(')')) {
    user.selectors.push_back(parse_selector(rule.substr(1, rule.size() - 2)));
  } else {
    return false;
  }
  return true;
}

bool Rules::apply_password(User& user, BytesView rule) const {
  const BytesView rest = rule.substr(1);
  switch (rule[0]) {
    case '>':
      add_password(user, sha256_hex(rest));
      return true;
    case '#':
      check_hash(rest);
      add_password(user, Bytes(rest));
      return true;
    case '<':
      remove_password(user, sha256_hex(rest));
      return true;
    case '!':
      check_hash(rest);
      remove_password(user, Bytes(rest));
      return true;
    default:
      return false;
  }
}

Selector Rules::parse_selector(BytesView text) const {
  Selector selector = new_selector();
  const auto words = resp::split_arguments(text);
  if (!words) throw_syntax();
  for (const Bytes& rule : *words) {
    if (!rule.empty()) apply_to_selector(selector, rule);
  }
  return selector;
}

void Rules::apply_to_selector(Selector& selector, BytesView rule) const {
  const BytesView rest = rule.substr(1);
  if (is_word(rule, "allcommands") || is_word(rule, "+@all")) {
    set_all_commands(selector, true);
  } else if (is_word(rule, "nocommands") || is_word(rule, "-@all")) {
    set_all_commands(selector, false);
  } else if (is_word(rule, "allkeys") || rule == "~*") {
    set_all_keys(selector, true);
  } else if (is_word(rule, "resetkeys")) {
    set_all_keys(selector, false);
  } else if (is_word(rule, "allchannels") || rule == "&*") {
    set_all_channels(selector, true);
  } else if (is_word(rule, "resetchannels")) {
    set_all_channels(selector, false);
  } else if (rule[0] == '~' || rule[0] == '%') {
    add_key_pattern(selector, rule);
  } else if (rule[0] == '&') {
    add_channel(selector, rest);
  } else if (rule[0] == '+' || rule[0] == '-') {
    const bool allowed = rule[0] == '+';
    if (rest.starts_with('@')) {
      set_category(selector, rest.substr(1), allowed);
    } else if (allowed) {
      allow(selector, rest);
    } else {
      set_named(selector, rest, false);
    }
  } else {
    throw_syntax();
  }
}

void Rules::set_category(Selector& selector, BytesView name, bool allowed) const {
  const auto category = commands::category_named(name);
  if (!category) throw_reason(kUnknownName);
  set_categories(catalogue_, selector, *category, allowed);
}

void Rules::set_named(Selector& selector, BytesView name, bool allowed) const {
  const auto number = catalogue_.find(name);
  if (!number) throw_reason(kUnknownName);
  set_command(catalogue_, selector, *number, allowed);
}

void Rules::allow(Selector& selector, BytesView name) const {
  const size_t bar = name.rfind('|');
  const bool has_first_word = bar != BytesView::npos && !catalogue_.find(name);
  if (has_first_word) {
    allow_first_word(selector, name, bar);
  } else {
    set_named(selector, name, true);
  }
}

// +select|0
void Rules::allow_first_word(Selector& selector, BytesView name, size_t bar) const {
  const auto number = catalogue_.find(name.substr(0, bar));
  if (!number) throw_reason(kUnknownName);
  if (catalogue_[*number].container) {
    throw_reason("Allowing first-arg of a subcommand is not supported");
  }
  const BytesView word = name.substr(bar + 1);
  if (word.empty()) throw_syntax();
  check_without_blanks(word);  // a line of a file could not hold it
  if (!catalogue_[*number].subcommands.empty()) throw_reason(kUnknownName);
  std::vector<Bytes>& words = selector.first_words[*number];
  const bool is_known = std::any_of(words.begin(), words.end(), [word](const Bytes& known) {
    return ascii_equal_ignoring_case(known, word);
  });
  if (!is_known) words.emplace_back(word);
}

}  // namespace keemun::acl
