#include "server/requests/request_runner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/command_error.h"
#include "server/access/access.h"
#include "server/access/admission.h"
#include "server/net/output_limits.h"
#include "server/news/tracking_news.h"
#include "server/observe/request_record.h"
#include "server/requests/answer_in_pieces.h"
#include "server/threads/parallel_commands.h"
#include "session/error_replies.h"

namespace keemun::server {

using commands::Command;
using Fate = session::Session::Fate;

namespace {

// Run at once and not queued, and leaves the client in its transaction.
bool is_run_in_multi(const Command& command) {
  constexpr auto kNames = std::to_array<BytesView>({"multi", "watch", "quit"});
  return std::find(kNames.begin(), kNames.end(), command.name) != kNames.end();
}

// Whether the reply tells what the request has made of its client, or of messages: no row is in it.
bool is_about_client(const Command* command, Fate fate) {
  using commands::Group;
  if (command == nullptr || fate == Fate::kQueued) return true;
  return command->group == Group::kConnection || command->group == Group::kMessages ||
         (command->group == Group::kTransactions && command->name != "exec");
}

// Whether it writes a copy of the store, with all that was said to be written before it.
bool is_save(const Command* command) {
  return command != nullptr && (command->name == "save" || command->name == "bgsave");
}

// PING of a client that listens is answered as a message.
resp::Reply subscribed_ping(std::span<const BytesView> args) {
  return resp::Reply::array(
      {resp::Reply::bulk("pong"), resp::Reply::bulk(Bytes(args.size() > 1 ? args[1] : ""))});
}

}  // namespace

RequestRunner::RequestRunner(State& state, ScriptWatch::Beside beside_scripts,
                             std::function<void()> commit)
    : state_(state),
      waits_(state),
      script_watch_(state, with_own_turns(std::move(beside_scripts))),
      commit_(std::move(commit)) {
  state_.hosted.core().extension = this;
  state_.hosted.core().listener = this;
  start_clock();
}

ScriptWatch::Beside RequestRunner::with_own_turns(ScriptWatch::Beside beside_scripts) {
  return {[this, hear_others = std::move(beside_scripts.hear_others)] {
            Aside script = put_aside();
            hear_others();
            take_up(std::move(script));
          },
          std::move(beside_scripts.look_for_the_end)};
}

RequestRunner::~RequestRunner() {
  state_.hosted.core().extension = nullptr;
  state_.hosted.core().listener = nullptr;
}

std::optional<resp::Reply> RequestRunner::execute(Client& client, const Command* command,
                                                  std::span<const BytesView> args) {
  try {
    fate_ = Fate::kRefused;
    admit(state_, client, command, args);
    look_ahead(client, command, args);
    if (is_save(command) && !client.session.is_in_multi()) commit_();
    fate_ = Fate::kRun;
  } catch (const CommandError& error) {
    client.session.refused_by_host();
    if (command->name != "exec") return resp::Reply::error(error.text());
    // Monitors have seen its MULTI, and are told that the transaction is over.
    tell_monitors(state_, &client, client.session.connection().database, *command, args);
    return client.session.refuse_exec(error.text());
  }
  return state_.monitors.empty() ? call(client, command, args)
                                 : call_watched(client, command, args);
}

std::optional<resp::Reply> RequestRunner::call(Client& client, const Command* command,
                                               std::span<const BytesView> args) {
  try {
    const bool listens = client.is_subscribed() && client.protocol() == resp::Protocol::kResp2;
    constexpr size_t kPingWordsMax = 2;
    if (listens && command != nullptr && command->name == "ping" && args.size() <= kPingWordsMax) {
      return subscribed_ping(args);
    }
    const ServerCommand* own =
        command != nullptr && command->handler == nullptr ? server_command_of(*command) : nullptr;
    const bool is_refused_in_multi = client.session.is_in_multi() && command != nullptr &&
                                     command->is(commands::kNoMulti | commands::kRefusedInMulti);
    if (own == nullptr || !own->is_direct || is_refused_in_multi ||
        !command->arity_fits(args.size())) {
      std::optional<DeferringStore::Hurry> hurry;
      std::optional<TimeSlice> slice;
      if (may_be_broken_off(client, command)) {
        if (may_wait_for_reads(client)) hurry.emplace(state_.hosted.reads());
        if (state_.settings.has_long_requests()) {
          slice.emplace(last_, slice_length(client));
        }
      }
      const LongScript::End end(state_.long_script, client.id);
      resp::Reply reply = client.session.execute(command, args);
      fate_ = client.session.fate();
      return reply;
    }
    ServerCall own_call{state_, client, *command, args};
    return own->handler(own_call);
  } catch (const CommandError& error) {
    return resp::Reply::error(error.text());
  }
}

// Monitors see what was run, when it was run: the requests of a transaction right before its EXEC
// (inner_ended()). They see each EXEC, for it ends a transaction even where it is refused.
std::optional<resp::Reply> RequestRunner::call_watched(Client& client, const Command* command,
                                                       std::span<const BytesView> args) {
  const bool was_in_multi = client.session.is_in_multi();
  const bool is_shown =
      command != nullptr && (command->arity_fits(args.size()) || command->name == "exec");
  const bool is_first = is_shown && is_shown_before(*command);
  const commands::Connection& connection = client.session.connection();
  if (is_first && !was_in_multi) {
    tell_monitors(state_, &client, connection.database, *command, args);
  }
  std::optional<resp::Reply> reply = call(client, command, args);
  if (!is_shown || is_first) return reply;
  if (was_in_multi && client.session.is_in_multi() && !is_run_in_multi(*command)) return reply;
  tell_monitors(state_, &client, connection.database, *command, args);
  return reply;
}

void RequestRunner::look_ahead(Client& client, const Command* command,
                               std::span<const BytesView> args) {
  if (command == nullptr || command->handler != nullptr || !may_wait_for_reads(client)) return;
  if (!command->arity_fits(args.size())) return;
  const std::vector<Bytes> rows = client.session.named_rows(*command, args);
  if (rows.empty()) return;
  const DeferringStore::Hurry hurry(state_.hosted.reads());
  try {
    for (const Bytes& row : rows) state_.hosted.core().store.get(row);
  } catch (const ports::StoreError&) {  // the request meets it too
  }
}

bool RequestRunner::may_wait_for_reads(const Client& client) const {
  // What is pushed out of memory again and again is waited for at last.
  constexpr int kColdReadsMax = 8;
  return state_.settings.read_threads > 0 && client.tried.cold_reads < kColdReadsMax;
}

bool RequestRunner::may_be_broken_off(const Client& client, const Command* command) const {
  // Libraries run when they are loaded, and Lua may need more stack than a fiber has.
  const bool runs_lua = command != nullptr && command->is(commands::kFunctions);
  return command != nullptr && command->handler != nullptr && !runs_lua &&
         !client.session.is_in_multi();
}

// Where others rest already, it is known that there is much to do: they are not held up for long.
std::chrono::nanoseconds RequestRunner::slice_length(const Client& client) const {
  constexpr std::chrono::nanoseconds kOnFiber = std::chrono::microseconds(500);
  constexpr std::chrono::nanoseconds kBesideOthers = std::chrono::milliseconds(1);
  const std::chrono::nanoseconds threshold = state_.settings.long_request_threshold();
  if (client.is_on_fiber()) return std::min(threshold, kOnFiber);
  return state_.resting_requests > 0 ? std::min(threshold, kBesideOthers) : threshold;
}

// Whoever hears of changes of what he has read is answered before there are any.
Bytes RequestRunner::encoded_in_pieces(Client& client, const Command* command,
                                       std::optional<resp::Reply>& reply) const {
  Bytes encoded;
  const bool hears_of_changes = client.tracking.is_on() || client.is_subscribed();
  const bool may_rest = client.is_on_fiber() && command->only_reads() && !hears_of_changes;
  if (!may_rest || !reply || client.is_silent()) return encoded;
  encode_in_pieces(*reply, client.protocol(), slice_length(client), encoded);
  return encoded;
}

std::optional<RequestRunner::BrokenOff> RequestRunner::run(Client& client,
                                                           std::span<const BytesView> args) {
  if (auto missed = std::exchange(client.tried.missed, std::nullopt)) {
    return broken_off(client, std::move(*missed));
  }
  try {
    run_to_its_end(client, args);
    client.tried = {};
    return std::nullopt;
  } catch (ColdRead& read) {
    return broken_off(client, std::move(read));
  } catch (const TakesLong&) {
    return BrokenOff();
  }
}

RequestRunner::BrokenOff RequestRunner::broken_off(Client& client, ColdRead&& read) {
  ++client.tried.cold_reads;
  ++state_.statistics.deferred_reads;
  return {std::move(read)};
}

RequestRunner::Aside RequestRunner::put_aside() {
  return {std::exchange(running_, {}), std::chrono::steady_clock::now() - last_, fate_,
          state_.hosted.reads().set_in_a_hurry(false)};
}

// Its time is what it has run.
void RequestRunner::take_up(Aside&& aside) {
  running_ = std::move(aside.running);
  last_ = std::chrono::steady_clock::now() - aside.ran;
  fate_ = aside.fate;
  state_.hosted.reads().set_in_a_hurry(aside.is_in_a_hurry);
}

void RequestRunner::run_to_its_end(Client& client, std::span<const BytesView> args) {
  const Command* command = client.session.find(args);
  if (command == nullptr && is_of_browser(args)) {
    attacks_.tell(state_.log,
                  "Possible SECURITY ATTACK detected. " + client.address +
                      " sends POST or Host: as a command, as a web browser would; it is closed");
    return state_.drop(client);
  }
  client.note_command(command);
  running_.begin(client.id, {command, args});
  if (client.replies == Client::Replies::kSkipNext) client.replies = Client::Replies::kSkipThis;
  state_.touch_for_answer(client);
  const uint64_t commits_before = state_.hosted.commits_gathered();
  UnsettledKeys::Keys keys;
  const bool is_exec = command != nullptr && command->name == "exec";
  // Nobody knows them any more when it has run.
  if (is_exec) state_.unsettled.name(client.session.keys_of_exec(), keys);
  const size_t replies_before = client.waiting_replies.given();
  const size_t told_from = client.output.end();
  std::optional<resp::Reply> reply = execute(client, command, args);
  if (auto waiting = client.session.take_waiting()) {
    waits_.begin(client, *command, args, std::move(*reply), std::move(*waiting));
    reply.reset();
  }
  Bytes encoded = encoded_in_pieces(client, command, reply);
  state_.touch_for_answer(client);  // beside it there may have been a commit
  const bool may_have_written = command != nullptr && !command->only_reads();
  const bool has_written = may_have_written && state_.hosted.commits_gathered() != commits_before;
  if (command != nullptr && (has_written || !state_.unsettled.empty())) {
    if (!is_exec) state_.unsettled.name(*command, args, keys);
    if (has_written) state_.unsettled.add(keys);
    client.is_unsettled |= has_written || state_.unsettled.hold_any_of(keys);
  }
  if (!encoded.empty()) {
    client.answer_with(std::move(encoded));
  } else if (reply) {
    client.answer(*reply);
  }
  if (is_about_client(command, fate_)) {
    client.waiting_replies.keep(replies_before, told_from, client.output);
  }
  if (client.replies == Client::Replies::kSkipThis) client.replies = Client::Replies::kOn;
  if (client.tracking.is_on()) {
    if (command != nullptr && fate_ == Fate::kRun) note_reads(client, *command, {command, args});
    running_.reads.for_each_to_come(
        [&](const Bytes& key) { state_.tracking.note_read(key, client.id); });
    const bool is_about_next = command != nullptr && command->name.starts_with("client|");
    if (!is_about_next && !client.session.is_in_multi()) client.tracking.is_excepted = false;
  }
  running_.reads.clear();  // what is served now has read nothing of it
  tell_readers(state_);
  count(client, command, args, reply ? &*reply : nullptr);
  if (state_.parked.empty()) return;
  serve_waiting();
  start_clock();
}

void RequestRunner::serve_waiting() {
  // What one takes that has waited is taken by itself, not by who woke it.
  waits_.serve([this](uint64_t waiting) { running_.client = waiting; });
}

void RequestRunner::count(Client& client, const Command* command, std::span<const BytesView> args,
                          const resp::Reply* reply) {
  const auto now = std::chrono::steady_clock::now();
  const auto took = now - last_;
  last_ = now;
  state_.statistics.add(client.session.take_lookups());
  if (command != nullptr && !client.is_on_fiber() && may_run_in_parallel(*command)) {
    state_.time_of_reads.add(client.id, took);
  }
  if (client.wait) return count_begun(state_, *command);
  const bool failed = reply != nullptr && reply->is_error();
  if (failed && !is_passed_on(*reply)) count_error(state_, *reply);
  if (command == nullptr || fate_ == Fate::kQueued) return;
  if (fate_ == Fate::kRefused) {
    ++state_.statistics.commands[command].rejected;
    return;
  }
  count_call(state_, *command, took, failed);
  log_if_slow(state_, &client, *command, args, took);
}

// A script reads what it was given, as Redis has it, whenever it reads anything.
void RequestRunner::note_reads(const Client& client, const Command& reading,
                               const Request& named_by) {
  const bool is_script = reading.group == commands::Group::kScripting;
  if (is_script || !reading.is(commands::kReadonly) || !client.tracking.takes_reads()) return;
  running_.reads.add(*named_by.command, named_by.args);
}

bool RequestRunner::is_passed_on(const resp::Reply& error) const {
  const Bytes& of_script = running_.script_error;
  return !of_script.empty() && error.text().starts_with(of_script);
}

}  // namespace keemun::server
