#include "model/model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/name_index.h"
#include "model/call.h"

namespace keemun::model {

namespace {

Bytes upper_case(BytesView text) {
  Bytes upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

std::vector<Command> join_tables() {
  const std::array tables = {
      key_commands(),           expiry_commands(),       dump_commands(),
      scan_commands(),          sort_commands(),         string_commands(),
      string_number_commands(), lcs_commands(),          bit_commands(),
      bitfield_commands(),      hyperloglog_commands(),  hash_commands(),
      set_commands(),           zset_commands(),         zset_range_commands(),
      zset_algebra_commands(),  geo_commands(),          list_commands(),
      list_search_commands(),   stream_commands(),       stream_read_commands(),
      stream_group_commands(),  stream_claim_commands(), stream_info_commands(),
      blocking_commands(),      transaction_commands(),  script_commands(),
      function_commands(),      connection_commands()};
  std::vector<Command> all;
  for (const auto& table : tables) all.insert(all.end(), table.begin(), table.end());
  std::sort(all.begin(), all.end(),
            [](const Command& a, const Command& b) { return a.name < b.name; });
  return all;
}

Bytes unknown_command(std::span<const Bytes> args) {
  constexpr size_t kArgumentBytesMax = 128;
  Bytes shown;
  for (size_t i = 1; i < args.size() && shown.size() < kArgumentBytesMax; ++i) {
    shown += "'" + error_text(args[i], kArgumentBytesMax - shown.size()) + "' ";
  }
  return "ERR unknown command '" + error_text(args[0]) + "', with args beginning with: " + shown;
}

}  // namespace

bool has_subcommands(BytesView lower_name) {
  return lower_name == "object" || lower_name == "command" || lower_name == "function" ||
         lower_name == "xgroup" || lower_name == "xinfo";
}

Bytes error_text(BytesView text, size_t bytes_max) {
  text = text.substr(0, std::min(text.find('\0'), bytes_max));
  Bytes printable(text);
  for (char& c : printable) {
    if (c == '\r' || c == '\n') c = ' ';
  }
  return printable;
}

Bytes trimmed_error_text(BytesView message, BytesView argument) {
  Bytes whole = Bytes(message) + Bytes(argument.substr(0, argument.find('\0')));
  while (whole.ends_with('\r') || whole.ends_with('\n')) whole.pop_back();
  return error_text(whole, whole.size());
}

std::span<const Command> all_commands() {
  static const std::vector<Command> kAll = join_tables();
  return kAll;
}

std::vector<BytesView> command_names() {
  std::vector<BytesView> names;
  for (const Command& command : all_commands()) names.push_back(command.name);
  return names;
}

const Command* find_command(BytesView name) {
  static const NameIndex kIndex(command_names());
  const auto place = kIndex.find(name);
  return place ? &all_commands()[*place] : nullptr;
}

Named named_by(std::span<const Bytes> args) {
  const Command* command = find_command(args[0]);
  // A bar in the name itself never reaches a subcommand.
  if (command == nullptr || args[0].find('|') != Bytes::npos) {
    return {nullptr, unknown_command(args)};
  }
  if (args.size() > 1 && has_subcommands(command->name)) {
    command = find_command(Bytes(command->name) + "|" + args[1]);
    if (command == nullptr) {
      return {nullptr, "ERR unknown subcommand '" + error_text(args[1]) + "'. Try " +
                           upper_case(args[0]) + " HELP."};
    }
  }
  const auto count = static_cast<int>(args.size());
  if (command->arity > 0 ? count != command->arity : count < -command->arity) {
    return {nullptr, "ERR wrong number of arguments for '" + Bytes(command->name) + "' command"};
  }
  return {command, {}};
}

const Command& command_for(std::span<const Bytes> args) {
  Named named = named_by(args);
  if (named.command == nullptr) throw CommandError(std::move(named.refusal));
  return *named.command;
}

BytesView command_name(std::span<const Bytes> args) {
  return command_for(args).name;
}

static bool is_in_doubt(const Command& command, const Call& call) {
  const auto& blind = call.model.options().blind_commands;
  return std::find(blind.begin(), blind.end(), command.name) != blind.end() &&
         call.database().holds(call.arg(1), call.now_ms);
}

Reply run(const Command& command, Call& call) {
  const bool in_doubt = is_in_doubt(command, call);
  if (call.in_doubt != nullptr) call.in_doubt->push_back(in_doubt);
  try {
    Reply reply = command.run(call);
    if (in_doubt) call.database().doubt(call.arg(1));
    return reply;
  } catch (const CommandError& error) {
    return Reply::error(error.text());
  }
}

// A command that is refused while queueing spoils its transaction; an EXEC that is refused ends it.
static Reply refuse(Client& client, std::span<const Bytes> args, const Bytes& text) {
  if (ascii_equal_ignoring_case(args[0], "exec")) {
    leave_transaction(client);
    constexpr size_t kCodeBytes = 4;  // "ERR "
    return Reply::error("EXECABORT Transaction discarded because of: " + text.substr(kCodeBytes));
  }
  if (client.in_multi) client.exec_must_abort = true;
  return Reply::error(text);
}

Model::Model(Options options) : options_(std::move(options)), databases_(options_.database_count) {}

size_t Model::database_named(BytesView name) {
  constexpr size_t kNameBytesMax = 512;
  const auto& taken = options_.names_taken;
  if (name.size() > kNameBytesMax) throw CommandError("ERR a namespace has at most 512 bytes");
  if (name == "__TTL_DB__") throw CommandError("ERR that namespace is the index of expiry");
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
    throw CommandError("ERR that namespace is a database with a number");
  }
  const auto [place, is_new] = names_.try_emplace(Bytes(name), databases_.size());
  if (is_new) databases_.emplace_back();
  return place->second;
}

Reply Model::execute(Client& client, std::span<const Bytes> args, int64_t now_ms) {
  return answer(named_by(args), {*this, client, args, now_ms});
}

Reply Model::answer(const Named& named, Call call) {
  Client& client = call.client;
  if (named.command == nullptr) return refuse(client, call.args, named.refusal);
  const auto name = named.command->name;
  if (client.in_multi && name != "exec" && name != "discard" && name != "multi" &&
      name != "watch") {
    client.queue.emplace_back(call.args.begin(), call.args.end());
    return Reply::status("QUEUED");
  }
  return run(*named.command, call);
}

}  // namespace keemun::model
