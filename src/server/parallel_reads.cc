#include "server/parallel_reads.h"

#include <array>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "server/access.h"
#include "server/deferring_store.h"
#include "server/request_record.h"

namespace keemun::server {

using commands::Command;

namespace {

// Each reads keys that it names, leaves nothing to chance, and keeps no cursor.
constexpr auto kNames = std::to_array<BytesView>({"get",           "getrange",
                                                  "mget",          "strlen",
                                                  "substr",        "bitcount",
                                                  "bitpos",        "getbit",
                                                  "lcs",           "exists",
                                                  "expiretime",    "pexpiretime",
                                                  "pttl",          "ttl",
                                                  "type",          "hexists",
                                                  "hget",          "hgetall",
                                                  "hkeys",         "hlen",
                                                  "hmget",         "hstrlen",
                                                  "hvals",         "lindex",
                                                  "llen",          "lpos",
                                                  "lrange",        "scard",
                                                  "sdiff",         "sinter",
                                                  "sintercard",    "sismember",
                                                  "smembers",      "smismember",
                                                  "sunion",        "zcard",
                                                  "zcount",        "zdiff",
                                                  "zinter",        "zintercard",
                                                  "zlexcount",     "zmscore",
                                                  "zrange",        "zrangebylex",
                                                  "zrangebyscore", "zrank",
                                                  "zrevrange",     "zrevrangebylex",
                                                  "zrevrank",      "zrevrangebyscore",
                                                  "zscore",        "zunion",
                                                  "geodist",       "geohash",
                                                  "geopos",        "geosearch",
                                                  "xlen",          "xrange",
                                                  "xrevrange",     "xpending",

                                                  "xinfo|groups",  "xinfo|stream",
                                                  "touch",         "dump",
                                                  "bitfield_ro",

                                                  "georadius_ro",  "georadiusbymember_ro"});

std::unordered_set<const Command*> named_commands() {
  std::unordered_set<const Command*> commands;
  for (const BytesView name : kNames) {
    const Command* command = commands::find_command_named(name);
    CHECK(command != nullptr && command->is(commands::kReadonly));
    CHECK(!command->is(commands::kMayWrite | commands::kBlocking));
    commands.insert(command);
  }
  return commands;
}

}  // namespace

std::span<const BytesView> ParallelReads::names() {
  return kNames;
}

bool ParallelReads::are_possible_of(const Command& command) {
  static const std::unordered_set<const Command*> commands = named_commands();
  return commands.contains(&command);
}

bool ParallelReads::may_begin() {
  return state_.monitors.empty() && state_.long_script.client == 0 && !state_.is_paused() &&
         !state_.shutdown_reason && state_.hosted.may_be_shared();
}

bool ParallelReads::is_served_so(const Client& client) const {
  const bool is_plain = !client.is_silent() && !client.is_subscribed() &&
                        !client.tracking.is_on() && !client.session.is_in_multi() &&
                        !must_log_in(state_, client);
  const bool has_all_answers = !client.is_touched && !client.is_unsettled &&
                               !client.output.has_departed() && client.waiting_replies.count() == 0;
  const bool goes_on = !client.closes_after_output && !client.is_gone && !client.is_deaf &&
                       !client.must_wait() && client.postponed.empty();
  return is_plain && has_all_answers && goes_on;
}

void ParallelReads::answer(Client& client, Answered& answered) const {
  if (!is_served_so(client)) return;
  answered.has_begun = true;
  for (int i = 0;
       i < Client::kRequestsInTurnMax && client.output.size() <= Client::kUntakenBytesMax; ++i) {
    if (!client.has_parsed) {
      client.parser.set_authentication_required(false);
      const auto status = client.parser.next();
      answered.is_drained = status == resp::RequestParser::Status::kNeedMore;
      if (status != resp::RequestParser::Status::kRequest) break;
      client.has_parsed = true;
    }
    if (!answer_one(client, client.parser.arguments(), answered)) break;
    client.has_parsed = false;
  }
  client.output.release_all();
  client.waiting_replies.release_all();
}

bool ParallelReads::answer_one(Client& client, std::span<const BytesView> args,
                               Answered& answered) const {
  const Command* command = client.session.find(args);
  if (command == nullptr || !may_run_now(client, *command, args)) return false;
  const auto began = std::chrono::steady_clock::now();
  try {
    const resp::Reply reply = client.session.execute_beside_others(command, args);
    client.answer(reply);
    client.last_command = command->name;
    const auto took = std::chrono::steady_clock::now() - began;
    note({command, took, reply.is_error()}, args, reply, answered);
    return true;
  } catch (ColdRead& read) {
    client.missed = std::move(read);
    return false;
  }
}

bool ParallelReads::may_run_now(const Client& client, const Command& command,
                                std::span<const BytesView> args) const {
  if (!are_possible_of(command) || !command.arity_fits(args.size())) return false;
  if (client.session.connection().is_restricted && !may_run(state_, client, command, args)) {
    return false;
  }
  if (state_.unsettled.empty()) return true;
  UnsettledKeys::Keys keys;
  state_.unsettled.name(command, args, keys);
  return !state_.unsettled.hold_any_of(keys);
}

void ParallelReads::note(Answered::Request request, std::span<const BytesView> args,
                         const resp::Reply& reply, Answered& answered) const {
  answered.requests.push_back(request);
  if (reply.is_error()) answered.errors.push_back(reply);
  if (is_slow(state_.settings, request.took)) {
    answered.slow.push_back({request, {args.begin(), args.end()}});
  }
}

void ParallelReads::count(Client& client, const Answered& answered) {
  for (const Answered::Request& request : answered.requests) {
    count_call(state_, *request.command, request.took, request.has_failed);
    state_.time_of_reads.add(client.id, request.took);
  }
  for (const resp::Reply& error : answered.errors) count_error(state_, error);
  for (const Answered::Slow& slow : answered.slow) {
    log_if_slow(state_, &client, *slow.request.command, commands::views_of(slow.words),
                slow.request.took);
  }
  state_.statistics.parallel_reads += static_cast<int64_t>(answered.requests.size());
  state_.statistics.add(client.session.take_lookups());
  client.session.tell_of_reads();
}

}  // namespace keemun::server
