// What a session does on the way to its EXEC: MULTI, DISCARD, WATCH, and which keys that is about.
#include "session/command_run.h"
#include "session/session.h"

namespace keemun::session {

using commands::Command;
using resp::Reply;

Reply Session::multi() {
  if (multi_) return Reply::error("ERR MULTI calls can not be nested");
  multi_ = Multi();
  return Reply::ok();
}

Reply Session::discard() {
  if (!multi_) return Reply::error("ERR DISCARD without MULTI");
  leave_multi();
  return Reply::ok();
}

void Session::leave_multi() {
  multi_.reset();
  core_.watches.unwatch(watcher_);
}

Reply Session::refuse_exec(BytesView reason) {
  constexpr BytesView kCommonCode = "ERR ";
  leave_multi();
  if (reason.starts_with(kCommonCode)) reason.remove_prefix(kCommonCode.size());
  return Reply::error("EXECABORT Transaction discarded because of: " + Bytes(reason));
}

Reply Session::watch(std::span<const BytesView> keys) {
  if (multi_) return Reply::error("ERR WATCH inside MULTI is not allowed");
  GateKeys wanted;
  for (const BytesView key : keys) wanted.add(key, true);
  const KeyGates::Pass pass(core_.gates, wanted);
  const int64_t now_ms = core_.now_ms();
  const KeyVisit visit(core_.owner, wanted, now_ms);
  if (visit.refusal() != nullptr) return Reply::error(*visit.refusal());
  CommandRun run(core_, core_.store, core_.database_order, now_ms, asides_);
  keyspace::Keyspace& keyspace = run.database(connection_.database);
  for (const BytesView key : keys) {
    core_.watches.watch(watcher_, connection_.database, key, keyspace.find(key).has_value());
  }
  visit.check_answer();
  return Reply::ok();
}

bool Session::watched_keys_changed() {
  if (watcher_.is_dirty()) return true;
  if (watcher_.keys().empty()) return false;
  CommandRun run(core_, core_.store, core_.database_order, core_.now_ms(), asides_);
  for (const auto& [place, watched] : watcher_.keys()) {
    if (watched.existed && !run.database(place.first).find(place.second)) return true;
  }
  return false;
}

GateKeys Session::keys_of_exec() const {
  return multi_ ? gate_keys_of(multi_->queue, watcher_.keys()) : GateKeys();
}

GateKeys Session::gate_keys(const Command& command, std::span<const BytesView> args) const {
  if (multi_) return command.name == "exec" ? keys_of_exec() : GateKeys();
  GateKeys keys;
  if (command.arity_fits(args.size())) add_gate_keys(command, args, keys);
  return keys;
}

GateKeys Session::gate_keys_of(std::span<const Request> queue, const Watcher::Keys& watched) const {
  GateKeys wanted;
  for (const auto& [place, key] : watched) wanted.add(place.second, true);
  for (const Request& request : queue) {
    const std::vector<BytesView> args(request.begin(), request.end());
    add_gate_keys(*find(args), args, wanted);
  }
  return wanted;
}

}  // namespace keemun::session
