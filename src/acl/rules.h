// Rules, as ACL SETUSER takes them one by one: `on`, `>password`, `~pattern`, `+get`, `-@all`,
// `(+set ~mine:*)`. Each changes a user as those before it have left it.
//
// What cannot be done is CommandError with the reason alone: "Syntax error".
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "acl/command_catalogue.h"
#include "acl/user.h"
#include "base/bytes.h"

namespace keemun::acl {

// The reason where a rule names no command and no category.
inline constexpr BytesView kUnknownName = "Unknown command or category name in ACL";

class Rules {
 public:
  // The catalogue outlives it.
  explicit Rules(const CommandCatalogue& catalogue) : catalogue_(catalogue) {}

  const CommandCatalogue& catalogue() const { return catalogue_; }
  // Whether users that are made or reset from now on hear all channels.
  bool gives_channels = false;

  // One that may do nothing yet; and the one that may do everything, without a password.
  User new_user(BytesView name) const;
  User new_default_user() const;

  // The user is good for nothing where it throws.
  void apply(User& user, BytesView rule) const;

 private:
  Selector new_selector() const;
  bool apply_to_user(User& user, BytesView rule) const;
  bool apply_password(User& user, BytesView rule) const;
  void apply_to_selector(Selector& selector, BytesView rule) const;
  Selector parse_selector(BytesView text) const;
  void allow(Selector& selector, BytesView name) const;
  void allow_first_word(Selector& selector, BytesView name, size_t bar) const;
  void set_named(Selector& selector, BytesView name, bool allowed) const;
  void set_category(Selector& selector, BytesView name, bool allowed) const;
  bool may_do_everything(const User& user) const;

  const CommandCatalogue& catalogue_;
};

// One command with its subcommands; all of a category.
void set_command(const CommandCatalogue& catalogue, Selector& selector, size_t number,
                 bool allowed);
void set_categories(const CommandCatalogue& catalogue, Selector& selector,
                    commands::Categories categories, bool allowed);

// A selector that was given in several words becomes one: "(+get", "~a)" → "(+get ~a)". None where
// its parenthesis is never closed; then `unclosed` is the word that opens it.
std::optional<std::vector<Bytes>> joined_selectors(std::span<const BytesView> words,
                                                   Bytes& unclosed);

}  // namespace keemun::acl
