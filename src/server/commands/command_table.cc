#include "server/commands/command_table.h"

#include <algorithm>
#include <array>

#include "base/command_error.h"
#include "base/error_text.h"
#include "base/number_text.h"
#include "commands/help_reply.h"
#include "server/commands/acl_commands.h"
#include "server/commands/admin_commands.h"
#include "server/commands/client_commands.h"
#include "server/commands/config_commands.h"
#include "server/commands/connection_commands.h"
#include "server/commands/info.h"
#include "server/commands/observing_commands.h"
#include "server/commands/pubsub_commands.h"
#include "server/commands/script_commands.h"
#include "server/commands/tracking_commands.h"

namespace keemun::server {

namespace {

using commands::Flags;
using commands::Group;
using commands::kAdmin;
using commands::kAllowBusy;
using commands::Keys;
using commands::kFast;
using commands::kLoading;
using commands::kNoAsyncLoading;
using commands::kNoAuth;
using commands::kNoMulti;
using commands::kNone;
using commands::kNoscript;
using commands::kPubsub;
using commands::kReadonly;
using commands::kRefusedInMulti;
using commands::kStale;

constexpr Keys kNoKeys;
constexpr Keys kSecondIsSeen = {2, 2, 1, Keys::Moving::kNever, commands::kLooksAt};
constexpr Keys kShardChannel = {1, 1, 1, Keys::Moving::kNever, commands::kNoKey};
constexpr Keys kShardChannels = {1, -1, 1, Keys::Moving::kNever, commands::kNoKey};
constexpr Flags kAnytime = kLoading | kStale;
constexpr Flags kOperator = kAdmin | kNoscript | kLoading | kStale;
constexpr Flags kClient = kNoscript | kLoading | kStale;
constexpr Flags kListening = kPubsub | kNoscript | kLoading | kStale | kRefusedInMulti;
constexpr bool kDirect = true;
constexpr Group kC = Group::kConnection;
constexpr Group kS = Group::kServer;
constexpr Group kM = Group::kMessages;

std::optional<Reply> documented_help(ServerCall& call);

constexpr auto kTable = std::to_array<ServerCommand>({
    {{"hello", -1, kClient | kFast | kNoAuth | kAllowBusy, kNoKeys, kC, "6.0.0"}, hello},
    {{"auth", -2, kClient | kFast | kNoAuth | kAllowBusy, kNoKeys, kC, "1.0.0"}, auth},
    {{"quit", -1, kClient | kFast | kNoAuth | kAllowBusy, kNoKeys, kC, "1.0.0"}, quit, kDirect},
    {{"reset", 1, kClient | kFast | kNoAuth | kAllowBusy, kNoKeys, kC, "6.2.0"}, reset, kDirect},
    {{"client", -2, kNone, kNoKeys, kC, "2.4.0"}, client_help},
    {{"client|caching", 3, kClient, kNoKeys, kC, "6.0.0"}, client_caching},
    {{"client|getname", 2, kClient, kNoKeys, kC, "2.6.9"}, client_getname},
    {{"client|getredir", 2, kClient, kNoKeys, kC, "6.0.0"}, client_getredir},
    {{"client|help", 2, kAnytime, kNoKeys, kC, "5.0.0"}, client_help},
    {{"client|id", 2, kClient, kNoKeys, kC, "5.0.0"}, client_id},
    {{"client|info", 2, kClient, kNoKeys, kC, "6.2.0"}, client_info},
    {{"client|kill", -3, kOperator, kNoKeys, kC, "2.4.0"}, client_kill},
    {{"client|list", -2, kOperator, kNoKeys, kC, "2.4.0"}, client_list},
    {{"client|no-evict", 3, kOperator, kNoKeys, kC, "7.0.0"}, client_no_evict},
    {{"client|pause", -3, kOperator, kNoKeys, kC, "2.9.50"}, client_pause},
    {{"client|reply", 3, kClient | kRefusedInMulti, kNoKeys, kC, "3.2.0"}, client_reply, kDirect},
    {{"client|setname", 3, kClient, kNoKeys, kC, "2.6.9"}, client_setname},
    {{"client|tracking", -3, kClient, kNoKeys, kC, "6.0.0"}, client_tracking},
    {{"client|trackinginfo", 2, kClient, kNoKeys, kC, "6.2.0"}, client_trackinginfo},
    {{"client|unblock", -3, kOperator, kNoKeys, kC, "5.0.0"}, client_unblock},
    {{"client|unpause", 2, kOperator, kNoKeys, kC, "6.2.0"}, client_unpause},

    {{"subscribe", -2, kListening, kNoKeys, kM, "2.0.0"}, subscribe, kDirect},
    {{"unsubscribe", -1, kListening, kNoKeys, kM, "2.0.0"}, unsubscribe, kDirect},
    {{"psubscribe", -2, kListening, kNoKeys, kM, "2.0.0"}, psubscribe, kDirect},
    {{"punsubscribe", -1, kListening, kNoKeys, kM, "2.0.0"}, punsubscribe, kDirect},
    {{"ssubscribe", -2, kListening, kShardChannels, kM, "7.0.0"}, ssubscribe, kDirect},
    {{"sunsubscribe", -1, kListening, kShardChannels, kM, "7.0.0"}, sunsubscribe, kDirect},
    {{"publish", 3, kPubsub | kAnytime | kFast | commands::kMayWrite, kNoKeys, kM, "2.0.0"},
     publish_command},
    {{"spublish", 3, kPubsub | kAnytime | kFast | commands::kMayWrite, kShardChannel, kM, "7.0.0"},
     spublish_command},
    {{"pubsub", -2, kNone, kNoKeys, kM, "2.8.0"}, pubsub_help},
    {{"pubsub|channels", -2, kPubsub | kAnytime, kNoKeys, kM, "2.8.0"}, pubsub_channels},
    {{"pubsub|help", 2, kAnytime, kNoKeys, kM, "6.2.0"}, pubsub_help},
    {{"pubsub|numpat", 2, kPubsub | kAnytime, kNoKeys, kM, "2.8.0"}, pubsub_numpat},
    {{"pubsub|numsub", -2, kPubsub | kAnytime, kNoKeys, kM, "2.8.0"}, pubsub_numsub},
    {{"pubsub|shardchannels", -2, kPubsub | kAnytime, kNoKeys, kM, "7.0.0"}, pubsub_shardchannels},
    {{"pubsub|shardnumsub", -2, kPubsub | kAnytime, kNoKeys, kM, "7.0.0"}, pubsub_shardnumsub},

    {{"config", -2, kNone, kNoKeys, kS, "2.0.0"}, config_help},
    {{"config|get", -3, kOperator, kNoKeys, kS, "2.0.0"}, config_get},
    {{"config|help", 2, kAnytime, kNoKeys, kS, "5.0.0"}, config_help},
    {{"config|resetstat", 2, kOperator, kNoKeys, kS, "2.0.0"}, config_resetstat},
    {{"config|rewrite", 2, kOperator, kNoKeys, kS, "2.8.0"}, config_rewrite},
    {{"config|set", -4, kOperator, kNoKeys, kS, "2.0.0"}, config_set},
    {{"info", -1, kAnytime, kNoKeys, kS, "1.0.0"}, info},
    {{"slowlog", -2, kNone, kNoKeys, kS, "2.2.12"}, slowlog_help},
    {{"slowlog|get", -2, kAdmin | kAnytime, kNoKeys, kS, "2.2.12"}, slowlog_get},
    {{"slowlog|help", 2, kAnytime, kNoKeys, kS, "6.2.0"}, slowlog_help},
    {{"slowlog|len", 2, kAdmin | kAnytime, kNoKeys, kS, "2.2.12"}, slowlog_size},
    {{"slowlog|reset", 2, kAdmin | kAnytime, kNoKeys, kS, "2.2.12"}, slowlog_reset},
    {{"latency", -2, kNone, kNoKeys, kS, "2.8.13"}, documented_help},
    {{"latency|doctor", 2, kOperator, kNoKeys, kS, "2.8.13"}, latency_doctor},
    {{"latency|help", 2, kAnytime, kNoKeys, kS, "2.8.13"}, documented_help},
    {{"latency|histogram", -2, kOperator, kNoKeys, kS, "7.0.0"}, latency_histogram},
    {{"latency|history", 3, kOperator, kNoKeys, kS, "2.8.13"}, latency_history},
    {{"latency|latest", 2, kOperator, kNoKeys, kS, "2.8.13"}, latency_latest},
    {{"latency|reset", -2, kOperator, kNoKeys, kS, "2.8.13"}, latency_reset},
    {{"memory", -2, kNone, kNoKeys, kS, "4.0.0"}, documented_help},
    {{"memory|doctor", 2, kNone, kNoKeys, kS, "4.0.0"}, memory_doctor},
    {{"memory|help", 2, kAnytime, kNoKeys, kS, "4.0.0"}, documented_help},
    {{"memory|malloc-stats", 2, kNone, kNoKeys, kS, "4.0.0"}, memory_malloc_stats},
    {{"memory|purge", 2, kNone, kNoKeys, kS, "4.0.0"}, memory_purge},
    {{"memory|stats", 2, kNone, kNoKeys, kS, "4.0.0"}, memory_stats},
    {{"memory|usage", -3, kReadonly, kSecondIsSeen, kS, "4.0.0", memory_usage}},
    {{"monitor", 1, kOperator | kRefusedInMulti, kNoKeys, kS, "1.0.0"}, monitor, kDirect},

    {{"acl", -2, kNone, kNoKeys, kS, "6.0.0"}, acl_help},
    {{"acl|cat", -2, kClient, kNoKeys, kS, "6.0.0"}, acl_cat},
    {{"acl|deluser", -3, kOperator, kNoKeys, kS, "6.0.0"}, acl_deluser},
    {{"acl|dryrun", -4, kOperator, kNoKeys, kS, "7.0.0"}, acl_dryrun},
    {{"acl|genpass", -2, kClient, kNoKeys, kS, "6.0.0"}, acl_genpass},
    {{"acl|getuser", 3, kOperator, kNoKeys, kS, "6.0.0"}, acl_getuser},
    {{"acl|help", 2, kAnytime, kNoKeys, kS, "6.0.0"}, acl_help},
    {{"acl|list", 2, kOperator, kNoKeys, kS, "6.0.0"}, acl_list},
    {{"acl|load", 2, kOperator, kNoKeys, kS, "6.0.0"}, acl_load},
    {{"acl|log", -2, kOperator, kNoKeys, kS, "6.0.0"}, acl_log},
    {{"acl|save", 2, kOperator, kNoKeys, kS, "6.0.0"}, acl_save},
    {{"acl|setuser", -3, kOperator, kNoKeys, kS, "6.0.0"}, acl_setuser},
    {{"acl|users", 2, kOperator, kNoKeys, kS, "6.0.0"}, acl_users},
    {{"acl|whoami", 2, kClient, kNoKeys, kS, "6.0.0"}, acl_whoami},
    {{"bgrewriteaof", 1, kAdmin | kNoscript | kNoAsyncLoading, kNoKeys, kS, "1.0.0"}, bgrewriteaof},
    {{"bgsave", -1, kAdmin | kNoscript | kNoAsyncLoading, kNoKeys, kS, "1.0.0"}, bgsave},
    {{"cluster", -2, kNone, kNoKeys, Group::kCluster, "3.0.0"}, cluster_disabled},
    {{"readonly", 1, kAnytime | kFast, kNoKeys, Group::kCluster, "3.0.0"}, cluster_disabled},
    {{"readwrite", 1, kAnytime | kFast, kNoKeys, Group::kCluster, "3.0.0"}, cluster_disabled},
    {{"asking", 1, kFast, kNoKeys, Group::kCluster, "3.0.0"}, cluster_disabled},
    {{"debug", -2, kOperator, kNoKeys, kS, "1.0.0"}, debug},
    // The others of FUNCTION are the core's.
    {{"function|help", 2, kAnytime, kNoKeys, Group::kScripting, "7.0.0"}, documented_help},
    {{"function|kill", 2, kNoscript | kAllowBusy, kNoKeys, Group::kScripting, "7.0.0"},
     function_kill},
    {{"function|stats", 2, kNoscript | kAllowBusy, kNoKeys, Group::kScripting, "7.0.0"},
     function_stats},
    {{"script", -2, kNone, kNoKeys, Group::kScripting, "2.6.0"}, documented_help},
    {{"script|debug", 3, kNoscript, kNoKeys, Group::kScripting, "3.2.0"}, script_debug},
    {{"script|exists", -3, kNoscript, kNoKeys, Group::kScripting, "2.6.0"}, script_exists},
    {{"script|flush", -2, kNoscript, kNoKeys, Group::kScripting, "2.6.0"}, script_flush},
    {{"script|help", 2, kAnytime, kNoKeys, Group::kScripting, "5.0.0"}, documented_help},
    {{"script|kill", 2, kNoscript | kAllowBusy, kNoKeys, Group::kScripting, "2.6.0"}, script_kill},
    {{"script|load", 3, kNoscript | kStale, kNoKeys, Group::kScripting, "2.6.0"}, script_load},
    {{"lastsave", 1, kAnytime | kFast, kNoKeys, kS, "1.0.0"}, lastsave},
    {{"lolwut", -1, kReadonly | kFast, kNoKeys, kS, "5.0.0"}, lolwut},
    {{"module", -2, kNone, kNoKeys, kS, "4.0.0"}, documented_help},
    {{"module|help", 2, kAnytime, kNoKeys, kS, "5.0.0"}, documented_help},
    {{"module|list", 2, kAdmin | kNoscript, kNoKeys, kS, "4.0.0"}, module_list},
    {{"replicaof", 3, kAdmin | kNoscript | kStale | kNoAsyncLoading, kNoKeys, kS, "5.0.0"},
     replicaof},
    {{"slaveof", 3, kAdmin | kNoscript | kStale | kNoAsyncLoading, kNoKeys, kS, "1.0.0"},
     replicaof},
    {{"role", 1, kClient | kFast, kNoKeys, kS, "2.8.12"}, role},
    {{"save", 1, kAdmin | kNoscript | kNoMulti | kNoAsyncLoading, kNoKeys, kS, "1.0.0"}, save},
    {{"shutdown", -1, kOperator | kNoMulti | kAllowBusy, kNoKeys, kS, "1.0.0"}, shutdown, kDirect},
    {{"wait", 3, kNoscript, kNoKeys, Group::kGeneric, "3.0.0"}, wait},
});

const ServerCommand* find_named(BytesView name) {
  const auto found = std::find_if(kTable.begin(), kTable.end(), [name](const auto& command) {
    return ascii_equal_ignoring_case(command.row.name, name);
  });
  return found == kTable.end() ? nullptr : &*found;
}

// A container whose subcommands are rows.
bool is_container(BytesView name) {
  return std::any_of(kTable.begin(), kTable.end(), [name](const auto& command) {
    const BytesView other = command.row.name;
    return other.size() > name.size() && other[name.size()] == '|' &&
           ascii_equal_ignoring_case(other.substr(0, name.size()), name);
  });
}

// HELP of a container whose subcommands their documents explain well enough.
std::optional<Reply> documented_help(ServerCall& call) {
  std::vector<const commands::Command*> rows;
  for (const commands::Command& row : commands::all_commands()) rows.push_back(&row);
  for (const ServerCommand& command : kTable) rows.push_back(&command.row);
  const BytesView name = call.command.name;
  return commands::documented_help(name.substr(0, name.find('|')), rows);
}

}  // namespace

int64_t ServerCall::integer(size_t index) const {
  const auto number = parse_int64(args[index]);
  if (!number) throw CommandError("ERR value is not an integer or out of range");
  return *number;
}

void ServerCall::throw_subcommand_syntax(BytesView container) const {
  throw CommandError("ERR unknown subcommand or wrong number of arguments for '" +
                     shown_in_error(arg(1)) + "'. Try " + Bytes(container) + " HELP.");
}

std::span<const ServerCommand> all_server_commands() {
  return kTable;
}

const ServerCommand* find_server_command(std::span<const BytesView> args) {
  if (args.empty() || args[0].find('|') != Bytes::npos) return nullptr;
  const ServerCommand* command = find_named(args[0]);
  if (args.size() == 1 || (command != nullptr && !is_container(command->row.name))) return command;
  return find_named(Bytes(args[0]) + "|" + Bytes(args[1]));
}

const ServerCommand* server_command_of(const commands::Command& row) {
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&row](const auto& command) { return &command.row == &row; });
  return found == kTable.end() ? nullptr : &*found;
}

}  // namespace keemun::server
