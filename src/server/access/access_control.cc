#include "server/access/access_control.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "acl/rule_text.h"
#include "acl/user_file.h"
#include "base/command_error.h"
#include "server/commands/command_table.h"
#include "server/config/replaced_file.h"

namespace keemun::server {

namespace {

std::vector<const commands::Command*> all_rows() {
  std::vector<const commands::Command*> rows;
  for (const commands::Command& row : commands::all_commands()) rows.push_back(&row);
  for (const ServerCommand& command : all_server_commands()) rows.push_back(&command.row);
  return rows;
}

}  // namespace

AccessControl::AccessControl(const Settings& settings)
    : catalogue(all_rows()), rules(catalogue), users(rules) {
  rules.gives_channels = settings.acl_pubsub_default == "allchannels";
  if (!settings.acl_file.empty()) {
    if (!settings.users.empty()) {
      throw CommandError(
          "aclfile: there may be a file of users, or lines of users in the "
          "configuration, but not both");
    }
    load(settings.acl_file);
    return;
  }
  set_default_password(settings.requirepass);
  for (const Settings::UserLine& line : settings.users) define(line);
}

void AccessControl::define(const Settings::UserLine& line) {
  const auto fail = [&line](const Bytes& reason) {
    throw CommandError(line.where + ": Error in user declaration '" + line.name + "': " + reason);
  };
  std::vector<BytesView> words(line.rules.begin(), line.rules.end());
  Bytes unclosed;
  const auto steps = acl::joined_selectors(words, unclosed);
  if (!steps) fail("Unmatched parenthesis in selector definition.");
  try {
    acl::check_user_name(line.name);
    acl::User user = rules.new_user(line.name);
    if (line.name == acl::kDefaultUserName) rules.apply(user, "reset");
    for (const Bytes& step : *steps) rules.apply(user, step);
    users.put(std::move(user));
  } catch (const CommandError& error) {
    fail(error.text());
  }
}

void AccessControl::set_default_password(BytesView password) {
  acl::User user = *users.default_user();
  rules.apply(user, password.empty() ? "nopass" : "resetpass");
  if (!password.empty()) rules.apply(user, ">" + Bytes(password));
  users.put(std::move(user));
}

bool AccessControl::takes_only(BytesView password) const {
  const auto usual = users.default_user();
  return !usual->needs_no_password && usual->passwords.size() == 1 &&
         users.with_password(acl::kDefaultUserName, password) != nullptr;
}

bool AccessControl::has_own_users(const Settings& settings) const {
  if (users.all().size() > 1) return true;
  acl::User usual = rules.new_default_user();
  if (!settings.requirepass.empty()) rules.apply(usual, ">" + settings.requirepass);
  return acl::user_text(catalogue, *users.default_user()) != acl::user_text(catalogue, usual);
}

void AccessControl::load(const Bytes& path) {
  std::ifstream file(path);
  std::stringstream text;
  // A directory opens, and does not read.
  if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf())) ||
      file.bad()) {
    throw CommandError("Error loading ACLs, opening file '" + path + "': " + std::strerror(errno));
  }
  auto read = acl::read_users(rules, path, text.str());
  if (auto* faults = std::get_if<Bytes>(&read)) throw CommandError(*faults);
  users.replace(std::move(std::get<std::vector<acl::User>>(read)));
}

void AccessControl::save(const Bytes& path) const {
  replace_file(path, acl::written_users(catalogue, users));
}

}  // namespace keemun::server
