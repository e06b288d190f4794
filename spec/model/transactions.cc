// MULTI, EXEC, DISCARD, WATCH, UNWATCH.
#include <algorithm>

#include "model/call.h"

namespace keemun::model {

void leave_transaction(Client& client) {
  client.in_multi = false;
  client.exec_must_abort = false;
  client.queue.clear();
  client.watched.clear();
}

namespace {

// A watched key has changed when a command said so, or when its time has come since.
bool has_changed(const Call& call, const Client::WatchedKeys::value_type& one) {
  const auto& [place, watched] = one;
  const Database& database = call.model.databases()[place.first];
  return database.revision(place.second).changes != watched.revision.changes ||
         (watched.existed && !database.holds(place.second, call.now_ms));
}

bool is_in_doubt(const Call& call, const Client::WatchedKeys::value_type& one) {
  const auto& [place, watched] = one;
  const Database& database = call.model.databases()[place.first];
  return database.revision(place.second).doubts != watched.revision.doubts;
}

// What is in doubt has changed where the server says so.
bool must_fail(const Call& call) {
  const bool failed = call.observed != nullptr && call.observed->is_null();
  const auto& all = call.client.watched;
  return std::any_of(all.begin(), all.end(), [&](const auto& one) {
    return has_changed(call, one) || (failed && is_in_doubt(call, one));
  });
}

// MULTI
Reply multi(Call& call) {
  if (call.client.in_multi) return Reply::error("ERR MULTI calls can not be nested");
  call.client.in_multi = true;
  return Reply::ok();
}

// DISCARD
Reply discard(Call& call) {
  if (!call.client.in_multi) return Reply::error("ERR DISCARD without MULTI");
  leave_transaction(call.client);
  return Reply::ok();
}

// EXEC
Reply exec(Call& call) {
  if (!call.client.in_multi) return Reply::error("ERR EXEC without MULTI");
  const bool abort = call.client.exec_must_abort;
  const bool changed = must_fail(call);
  const std::vector<Args> queue = std::move(call.client.queue);
  leave_transaction(call.client);
  if (abort) {
    return Reply::error("EXECABORT Transaction discarded because of previous errors.");
  }
  if (changed) return Reply::null_array();

  const Reply* observed = call.observed;
  const bool matches = observed != nullptr && observed->kind() == Reply::Kind::kArray &&
                       observed->items().size() == queue.size();
  if (call.in_doubt != nullptr) call.in_doubt->clear();
  Reply::Items replies;
  for (size_t i = 0; i < queue.size(); ++i) {
    Call step{
        call.model,   call.client, queue[i], call.now_ms, matches ? &observed->items()[i] : nullptr,
        call.in_doubt};
    replies.push_back(run(command_for(queue[i]), step));
  }
  return Reply::array(std::move(replies));
}

// WATCH key [key ...]
Reply watch(Call& call) {
  if (call.client.in_multi) return Reply::error("ERR WATCH inside MULTI is not allowed");
  for (const Bytes& key : call.args.subspan(1)) {
    const bool existed = call.database().holds(key, call.now_ms);
    call.client.watched.try_emplace({call.client.database, key},
                                    Client::Watched{call.database().watch(key), existed});
  }
  return Reply::ok();
}

// UNWATCH
Reply unwatch(Call& call) {
  call.client.watched.clear();
  return Reply::ok();
}

constexpr Command kCommands[] = {
    {"discard", 1, discard}, {"exec", 1, exec},    {"multi", 1, multi},
    {"unwatch", 1, unwatch}, {"watch", -2, watch},
};

}  // namespace

std::span<const Command> transaction_commands() {
  return kCommands;
}

}  // namespace keemun::model
