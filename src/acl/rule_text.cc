#include "acl/rule_text.h"

#include <optional>

#include "acl/rules.h"
#include "resp/split_arguments.h"

namespace keemun::acl {

using commands::Categories;
using commands::CategoryName;

namespace {

void append_word(Bytes& text, const Bytes& word) {
  if (!text.empty()) text += ' ';
  text += word;
}

// Writes the commands of a selector as steps from none of them, or from all.
class CommandsText {
 public:
  CommandsText(const CommandCatalogue& catalogue, const Selector& wanted)
      : catalogue_(catalogue), wanted_(wanted), left_(wanted) {
    adds_ = !wanted.takes_away;
    written_.commands.assign(catalogue.size(), !adds_);
    text_ = adds_ ? "-@all" : "+@all";
  }

  Bytes write() && {
    add_categories();
    for (size_t number = 0; number < catalogue_.size(); ++number) {
      if (!catalogue_[number].container) add_command_and_parts(number);
    }
    return std::move(text_);
  }

 private:
  // Where those of a category are allowed more often than not (where rules take away: the other way
  // round), it is worth naming; first the one with the fewest exceptions, then with the most hits.
  std::optional<CategoryName> best_category(Categories named) const {
    std::optional<CategoryName> best;
    size_t best_hits = 0;
    size_t best_misses = 0;
    for (const CategoryName& known : commands::category_names()) {
      if ((known.category & named) != 0) continue;
      size_t hits = 0;
      size_t misses = 0;
      for (size_t number = 0; number < catalogue_.size(); ++number) {
        if ((catalogue_[number].categories & known.category) == 0) continue;
        ++(left_.commands[number] == adds_ ? hits : misses);
      }
      if (hits <= misses) continue;
      if (best && (misses > best_misses || (misses == best_misses && hits <= best_hits))) continue;
      best = known;
      best_hits = hits;
      best_misses = misses;
    }
    return best;
  }

  void add_categories() {
    Categories named = 0;
    while (const auto best = best_category(named)) {
      named |= best->category;
      set_categories(catalogue_, written_, best->category, adds_);
      set_categories(catalogue_, left_, best->category, !adds_);
      append_word(text_, (adds_ ? "+@" : "-@") + Bytes(best->name));
    }
  }

  void add_command_and_parts(size_t number) {
    add_command(number);
    for (const size_t subcommand : catalogue_[number].subcommands) add_command(subcommand);
    if (wanted_.commands[number]) return;
    const auto words = wanted_.first_words.find(number);
    if (words == wanted_.first_words.end()) return;
    for (const Bytes& word : words->second) {
      append_word(text_, "+" + catalogue_[number].name + "|" + word);
    }
  }

  void add_command(size_t number) {
    const bool allowed = wanted_.commands[number];
    if (written_.commands[number] == allowed) return;
    set_command(catalogue_, written_, number, allowed);
    append_word(text_, (allowed ? "+" : "-") + catalogue_[number].name);
  }

  const CommandCatalogue& catalogue_;
  const Selector& wanted_;
  bool adds_ = true;
  Selector written_;  // what the text says so far
  Selector left_;     // what no category has said yet
  Bytes text_;
};

Bytes selector_text(const CommandCatalogue& catalogue, const Selector& selector) {
  Bytes text = keys_text(selector);
  if (!selector.has_all_channels) append_word(text, "resetchannels");
  const Bytes channels = channels_text(selector);
  if (!channels.empty()) append_word(text, channels);
  append_word(text, commands_text(catalogue, selector));
  return text;
}

// Between the parentheses words are read as arguments are, and one that ends with a parenthesis
// would end them.
Bytes in_parentheses(BytesView rules) {
  return "(" +
         resp::quoted_where(rules,
                            [](BytesView word) {
                              return word.find_first_of("\"'") != BytesView::npos ||
                                     word.ends_with(')');
                            }) +
         ")";
}

}  // namespace

Bytes commands_text(const CommandCatalogue& catalogue, const Selector& selector) {
  return CommandsText(catalogue, selector).write();
}

Bytes keys_text(const Selector& selector) {
  if (selector.has_all_keys) return "~*";
  Bytes text;
  for (const KeyPattern& key : selector.keys) {
    const BytesView sign = key.access == kReads ? "%R~" : key.access == kWrites ? "%W~" : "~";
    append_word(text, Bytes(sign) + key.pattern);
  }
  return text;
}

Bytes channels_text(const Selector& selector) {
  if (selector.has_all_channels) return "&*";
  Bytes text;
  for (const Bytes& pattern : selector.channels) append_word(text, "&" + pattern);
  return text;
}

Bytes user_text(const CommandCatalogue& catalogue, const User& user) {
  Bytes text = user.is_on ? "on" : "off";
  if (user.needs_no_password) append_word(text, "nopass");
  if (user.payloads == User::Payloads::kLookedThrough) append_word(text, "sanitize-payload");
  if (user.payloads == User::Payloads::kTaken) append_word(text, "skip-sanitize-payload");
  for (const Bytes& password : user.passwords) append_word(text, "#" + password);
  for (const Selector& selector : user.selectors) {
    const Bytes rules = selector_text(catalogue, selector);
    append_word(text, &selector == &user.own() ? rules : in_parentheses(rules));
  }
  return text;
}

Bytes user_line(const CommandCatalogue& catalogue, const User& user) {
  return "user " + user.name + " " + user_text(catalogue, user);
}

}  // namespace keemun::acl
