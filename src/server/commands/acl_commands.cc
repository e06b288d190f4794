#include "server/commands/acl_commands.h"

#include <algorithm>
#include <array>
#include <random>

#include "acl/rule_text.h"
#include "base/command_error.h"
#include "base/error_text.h"
#include "commands/help_reply.h"
#include "commands/table/categories.h"
#include "server/access/access.h"
#include "session/handler_call.h"
#include "session/session.h"

namespace keemun::server {

namespace {

constexpr BytesView kHexDigits = "0123456789abcdef";

Reply bulks(std::vector<Bytes> texts) {
  return Reply::array(Reply::bulks(std::move(texts)));
}

Reply flags_of(const acl::User& user) {
  Reply::Items flags = {Reply::bulk(user.is_on ? "on" : "off")};
  if (user.needs_no_password) flags.push_back(Reply::bulk("nopass"));
  if (user.payloads == acl::User::Payloads::kLookedThrough) {
    flags.push_back(Reply::bulk("sanitize-payload"));
  }
  if (user.payloads == acl::User::Payloads::kTaken) {
    flags.push_back(Reply::bulk("skip-sanitize-payload"));
  }
  return Reply::set(std::move(flags));
}

Reply::Items selector_items(const State& state, const acl::Selector& selector) {
  return {
      Reply::bulk("commands"), Reply::bulk(acl::commands_text(state.access.catalogue, selector)),
      Reply::bulk("keys"),     Reply::bulk(acl::keys_text(selector)),
      Reply::bulk("channels"), Reply::bulk(acl::channels_text(selector))};
}

void check_has_file(const State& state) {
  if (!state.settings.acl_file.empty()) return;
  throw CommandError(
      "ERR This Redis instance is not configured to use an ACL file. You may want to specify users "
      "via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis "
      "configuration file set) in order to store users in the Redis configuration.");
}

Reply entry_reply(State& state, const acl::AccessLog::Entry& entry) {
  constexpr double kMsPerSecond = 1000;
  const auto age_ms = static_cast<double>(state.now_ms() - entry.at_ms);
  Reply::Items items;
  const auto add = [&items](BytesView name, Reply value) {
    items.push_back(Reply::bulk(Bytes(name)));
    items.push_back(std::move(value));
  };
  add("count", Reply::integer(entry.count));
  add("reason", Reply::bulk(Bytes(acl::reason_name(entry.reason))));
  add("context", Reply::bulk(Bytes(acl::context_name(entry.context))));
  add("object", Reply::bulk(entry.object));
  add("username", Reply::bulk(entry.user));
  add("age-seconds", Reply::number(age_ms / kMsPerSecond));
  add("client-info", Reply::bulk(entry.client));
  return Reply::map(std::move(items));
}

}  // namespace

// ACL CAT [category]
std::optional<Reply> acl_cat(ServerCall& call) {
  if (call.size() > 3) call.throw_subcommand_syntax("ACL");
  Reply::Items items;
  if (call.size() == 2) {
    for (const commands::CategoryName& known : commands::category_names()) {
      items.push_back(Reply::bulk(Bytes(known.name)));
    }
    return Reply::array(std::move(items));
  }
  if (!commands::category_named(call.arg(2))) {
    throw CommandError("ERR Unknown category '" + shown_in_error(call.arg(2)) + "'");
  }
  session::Session session(call.state.hosted.core());
  const std::array words = {BytesView("command"), BytesView("list"), BytesView("filterby"),
                            BytesView("aclcat"), call.arg(2)};
  return session.execute(commands::find_command_named("command|list"), words);
}

// ACL GENPASS [bits]
std::optional<Reply> acl_genpass(ServerCall& call) {
  constexpr int64_t kBitsMax = 4096;
  constexpr int64_t kUsualBits = 256;
  constexpr int64_t kBitsPerDigit = 4;
  if (call.size() > 3) call.throw_subcommand_syntax("ACL");
  const int64_t bits = call.size() == 3 ? call.integer(2) : kUsualBits;
  if (bits <= 0 || bits > kBitsMax) {
    throw CommandError(
        "ERR ACL GENPASS argument must be the number of bits for the output password, a positive "
        "number up to 4096");
  }
  std::random_device device;
  Bytes password;
  for (int64_t made = 0; made < bits; made += kBitsPerDigit) {
    password += kHexDigits[device() % kHexDigits.size()];
  }
  return Reply::bulk(std::move(password));
}

// ACL DELUSER username [username ...]
std::optional<Reply> acl_deluser(ServerCall& call) {
  const auto names = call.args.subspan(2);
  if (std::find(names.begin(), names.end(), acl::kDefaultUserName) != names.end()) {
    throw CommandError("ERR The 'default' user cannot be removed");
  }
  int64_t removed = 0;
  for (const BytesView name : names) {
    const auto user = call.state.access.users.find(name);
    if (user == nullptr) continue;
    call.state.access.users.erase(name);
    send_away(call.state, *user, call.client);
    ++removed;
  }
  return Reply::integer(removed);
}

// ACL DRYRUN username command [arg ...]
std::optional<Reply> acl_dryrun(ServerCall& call) {
  const auto user = call.state.access.users.find(call.arg(2));
  if (user == nullptr) {
    throw CommandError("ERR User '" + shown_in_error(call.arg(2)) + "' not found");
  }
  const auto asked = call.args.subspan(3);
  const commands::Command* command = session::find_command(call.state.hosted.core(), asked);
  if (command == nullptr) {
    throw CommandError("ERR Command '" + shown_in_error(asked[0]) + "' not found");
  }
  if (!command->arity_fits(asked.size())) commands::throw_wrong_arity(*command);
  const acl::Verdict verdict = acl::check(call.state.access.catalogue, *user, *command, asked);
  if (verdict.denied == acl::Denied::kNothing) return Reply::ok();
  if (verdict.denied == acl::Denied::kCommand) {
    return Reply::bulk("This user has no permissions to run the '" + Bytes(command->name) +
                       "' command");
  }
  const BytesView what = verdict.denied == acl::Denied::kKey ? "key" : "channel";
  return Reply::bulk("This user has no permissions to access the '" + Bytes(asked[verdict.place]) +
                     "' " + Bytes(what));
}

// ACL GETUSER username
std::optional<Reply> acl_getuser(ServerCall& call) {
  const auto user = call.state.access.users.find(call.arg(2));
  if (user == nullptr) return Reply::null();
  Reply::Items items = {Reply::bulk("flags"), flags_of(*user), Reply::bulk("passwords"),
                        bulks(user->passwords)};
  for (Reply& item : selector_items(call.state, user->own())) items.push_back(std::move(item));
  Reply::Items selectors;
  for (const acl::Selector& selector : std::span(user->selectors).subspan(1)) {
    selectors.push_back(Reply::map(selector_items(call.state, selector)));
  }
  items.push_back(Reply::bulk("selectors"));
  items.push_back(Reply::array(std::move(selectors)));
  return Reply::map(std::move(items));
}

// ACL LIST
std::optional<Reply> acl_list(ServerCall& call) {
  std::vector<Bytes> lines;
  for (const auto& [name, user] : call.state.access.users.all()) {
    lines.push_back(acl::user_line(call.state.access.catalogue, *user));
  }
  return bulks(lines);
}

// ACL LOAD
std::optional<Reply> acl_load(ServerCall& call) {
  check_has_file(call.state);
  const acl::Users::Table before = call.state.access.users.all();
  try {
    call.state.access.load(call.state.settings.acl_file);
  } catch (const CommandError& error) {
    throw CommandError("ERR " + shown_in_error(error.text()));
  }
  for (const auto& [name, user] : before) {
    if (user != call.state.access.users.default_user()) {
      send_away(call.state, *user, call.client);
    }
  }
  note_rights(call.state);
  return Reply::ok();
}

// ACL LOG [count | RESET]
std::optional<Reply> acl_log(ServerCall& call) {
  constexpr int64_t kUsualCount = 10;
  if (call.size() > 3) call.throw_subcommand_syntax("ACL");
  if (call.size() == 3 && call.is_word(2, "reset")) {
    call.state.access.log.clear();
    return Reply::ok();
  }
  const int64_t count = call.size() == 3 ? call.integer(2) : kUsualCount;
  Reply::Items items;
  for (const acl::AccessLog::Entry& entry : call.state.access.log.entries()) {
    if (static_cast<int64_t>(items.size()) >= count) break;
    items.push_back(entry_reply(call.state, entry));
  }
  return Reply::array(std::move(items));
}

// ACL SAVE
std::optional<Reply> acl_save(ServerCall& call) {
  check_has_file(call.state);
  try {
    call.state.access.save(call.state.settings.acl_file);
  } catch (const CommandError& error) {
    call.state.log.warning("The users could not be written to " + call.state.settings.acl_file +
                           ": " + error.text());
    throw CommandError(
        "ERR There was an error trying to save the ACLs. Please check the server logs for more "
        "information");
  }
  return Reply::ok();
}

// ACL SETUSER username [rule ...]
std::optional<Reply> acl_setuser(ServerCall& call) {
  set_user(call.state, call.client, call.arg(2), call.args.subspan(3));
  return Reply::ok();
}

// ACL USERS
std::optional<Reply> acl_users(ServerCall& call) {
  std::vector<Bytes> names;
  for (const auto& [name, user] : call.state.access.users.all()) names.push_back(name);
  return bulks(names);
}

// ACL WHOAMI
std::optional<Reply> acl_whoami(ServerCall& call) {
  return Reply::bulk(call.client.user->name);
}

// ACL HELP
std::optional<Reply> acl_help(ServerCall&) {
  return commands::help_reply(
      "ACL",
      {"CAT [<category>]",
       "    List all commands that belong to <category>, or all command categories",
       "    when no category is specified.",
       "DELUSER <username> [<username> ...]",
       "    Delete a list of users.",
       "DRYRUN <username> <command> [<arg> ...]",
       "    Returns whether the user can execute the given command without executing the command.",
       "GETUSER <username>",
       "    Get the user's details.",
       "GENPASS [<bits>]",
       "    Generate a secure 256-bit user password. The optional `bits` argument can",
       "    be used to specify a different size.",
       "LIST",
       "    Show users details in config file format.",
       "LOAD",
       "    Reload users from the ACL file.",
       "LOG [<count> | RESET]",
       "    Show the ACL log entries.",
       "SAVE",
       "    Save the current config to the ACL file.",
       "SETUSER <username> <attribute> [<attribute> ...]",
       "    Create or modify a user with the specified attributes.",
       "USERS",
       "    List all the registered usernames.",
       "WHOAMI",
       "    Return the current connection username."});
}

}  // namespace keemun::server
