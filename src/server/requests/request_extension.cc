// What the core asks of its host while a request runs, and what it tells of it.
#include "server/access/access.h"
#include "server/net/output_limits.h"
#include "server/news/tracking_news.h"
#include "server/observe/request_record.h"
#include "server/requests/request_runner.h"
#include "session/error_replies.h"

namespace keemun::server {

using commands::Command;

namespace {

// Whose commands wait for keys of the type.
std::optional<commands::Group> awaiting_group(types::KeyType type) {
  switch (type) {
    case types::KeyType::kList:
      return commands::Group::kList;
    case types::KeyType::kZSet:
      return commands::Group::kSortedSet;
    case types::KeyType::kStream:
      return commands::Group::kStream;
    case types::KeyType::kString:
    case types::KeyType::kHash:
    case types::KeyType::kSet:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

const Command* RequestRunner::find(std::span<const BytesView> args) {
  const ServerCommand* command = find_server_command(args);
  return command == nullptr ? nullptr : &command->row;
}

std::vector<const Command*> RequestRunner::all() const {
  std::vector<const Command*> rows;
  for (const ServerCommand& command : all_server_commands()) rows.push_back(&command.row);
  return rows;
}

resp::Reply RequestRunner::run(const Command& command, std::span<const BytesView> args,
                               commands::Connection& connection, std::vector<Saying>* sayings) {
  ServerCall call{state_, *state_.clients.at(connection.id), command, args, sayings};
  return server_command_of(command)->handler(call).value_or(resp::Reply::ok());
}

void RequestRunner::changed(size_t database, BytesView key, BytesView event, bool is_of_script) {
  state_.saves.note_change();
  if (event == "expired") ++state_.statistics.expired_keys;
  state_.parked.changed(database, key);
  if (event == "flushdb" || event == "swapdb") return;  // told of all keys at once
  if (state_.tracking.is_in_use()) {
    if (running_.reads.take_write_of(key)) state_.tracking.note_read(key, running_.client);
    state_.tracking.changed(key, event == "expired" ? 0 : running_.client, is_of_script);
  }
  if (state_.settings.notify_keyspace_events.empty() || event.empty()) return;
  tell_other_readers(state_, running_.client);  // they read it anew when they hear of the event
  notify(state_, database, key, event);
}

void RequestRunner::happened(size_t database, BytesView key, BytesView event) {
  if (event != "keymiss") state_.saves.note_change();
  // Who waits for entries of a group is told that it is gone.
  if (event == "xgroup-destroy") state_.parked.changed(database, key);
  if (!state_.settings.notify_keyspace_events.empty()) notify(state_, database, key, event);
}

void RequestRunner::added(size_t database, BytesView key, types::KeyType type) {
  const std::optional<commands::Group> waiting = awaiting_group(type);
  if (waiting) state_.parked.added(database, key, *waiting);
  if (!state_.settings.notify_keyspace_events.empty()) notify(state_, database, key, "new");
}

void RequestRunner::any_changed() {
  state_.parked.added_everywhere();
  state_.tracking.all_changed();
}

std::optional<Bytes> RequestRunner::lack_of_space() {
  const auto lack = state_.hosted.lack_of_space();
  if (!lack) return std::nullopt;
  return session::store_error_reply(*lack).text();
}

std::optional<Bytes> RequestRunner::refusal_of_writes() {
  const ports::StoreError* refusal = state_.hosted.refusal_of_writes();
  if (refusal == nullptr) return std::nullopt;
  return session::store_error_reply(*refusal).text();
}

void RequestRunner::inner_begins(const Inner& inner) {
  running_.inner_begun.push_back(std::chrono::steady_clock::now());
  if (!inner.is_of_script) {
    running_.script_error.clear();
    running_.caller = {&inner.command, inner.args};
  }
  if (state_.monitors.empty() || !is_shown_before(inner.command)) return;
  tell_monitors(state_, state_.clients.at(running_.client).get(), inner.connection.database,
                inner.command, inner.args);
}

void RequestRunner::inner_ended(const Inner& inner, const resp::Reply& reply) {
  const auto took = std::chrono::steady_clock::now() - running_.inner_begun.back();
  running_.inner_begun.pop_back();
  if (reply.is_error() && (inner.is_of_script || !is_passed_on(reply))) count_error(state_, reply);
  if (reply.is_error() && inner.is_of_script) running_.script_error = reply.text();
  count_call(state_, inner.command, took, reply.is_error());
  Client& client = *state_.clients.at(running_.client);
  state_.statistics.add(client.session.take_lookups());
  if (client.tracking.is_on()) {
    if (!reply.is_error()) running_.reads.note_writes(inner.command, inner.args);
    const Request own = {&inner.command, inner.args};
    note_reads(client, inner.command, inner.is_of_script ? running_.caller : own);
  }
  log_if_slow(state_, inner.is_of_script ? nullptr : &client, inner.command, inner.args, took);
  if (state_.monitors.empty() || is_shown_before(inner.command)) return;
  tell_monitors(state_, inner.is_of_script ? nullptr : &client, inner.connection.database,
                inner.command, inner.args);
}

void RequestRunner::refused_to_script(const Command* command, const resp::Reply& error) {
  count_error(state_, error);
  running_.script_error = error.text();
  if (command != nullptr) ++state_.statistics.commands[command].rejected;
}

std::optional<Bytes> RequestRunner::denial_of(const Inner& inner) {
  auto fault = access_fault(state_, *state_.clients.at(inner.connection.id), inner);
  if (fault && !inner.is_of_script) count_error(state_, resp::Reply::error(*fault));
  return fault;
}

bool RequestRunner::may_run(const Inner& inner) const {
  return server::may_run(state_, *state_.clients.at(inner.connection.id), inner.command,
                         inner.args);
}

bool RequestRunner::may_read_any_key(const Inner& inner) const {
  const acl::User& user = *state_.clients.at(inner.connection.id)->user;
  return acl::may_read_any_key(state_.access.catalogue, user, inner.command, inner.args);
}

std::optional<size_t> RequestRunner::reply_bytes_max(const commands::Connection& connection) const {
  return hard_output_limit(state_, *state_.clients.at(connection.id));
}

bool RequestRunner::must_end_loading() {
  constexpr auto kLoadingTimeMax = std::chrono::milliseconds(500);
  return std::chrono::steady_clock::now() - loading_since_ > kLoadingTimeMax;
}

bool RequestRunner::must_end_script(const RunningScript& running) {
  return script_watch_.must_end(running, {running_.client, last_, began()});
}

void RequestRunner::log_of_script(scripts::LogLevel level, BytesView line) {
  state_.log.write(static_cast<Log::Level>(level), Bytes(line));  // the same four
}

}  // namespace keemun::server
