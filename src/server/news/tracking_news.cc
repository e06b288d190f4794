#include "server/news/tracking_news.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "server/net/output_limits.h"

namespace keemun::server {

using resp::Reply;

namespace {

constexpr BytesView kChannel = "__redis__:invalidate";

// What a client that speaks RESP2 hears it must have subscribed to, on a connection of its own.
void tell_of(const Reply& keys, State& state, Client& tracking) {
  const bool is_redirected = tracking.tracking.redirected_to != 0;
  Client* target = &tracking;
  if (is_redirected) {
    target = state.present(tracking.tracking.redirected_to);
    if (target == nullptr) {
      tracking.tracking.has_lost_target = true;
      if (tracking.protocol() == resp::Protocol::kResp2) return;
      const auto lost = static_cast<int64_t>(tracking.tracking.redirected_to);
      return tell(state, tracking,
                  Reply::push({Reply::bulk("tracking-redir-broken"), Reply::integer(lost)}));
    }
  }
  if (target->protocol() == resp::Protocol::kResp3) {
    tell(state, *target, Reply::push({Reply::bulk("invalidate"), keys}));
  } else if (is_redirected && target->is_subscribed()) {
    tell(state, *target, Reply::push({Reply::bulk("message"), Reply::bulk(Bytes(kChannel)), keys}));
  }
}

TrackingTable::Change change_of_all(const State& state) {
  TrackingTable::Change change;
  change.is_of_all = true;
  for (const auto& [id, client] : state.clients) {
    if (!client->is_gone && client->tracking.is_on()) change.readers.insert(id);
  }
  return change;
}

bool hears_of(const TrackingTable::Change& change, const Client& client) {
  if (!client.tracking.is_on()) return false;
  if (change.is_of_all) return true;
  return client.tracking.mode != Tracking::Mode::kBroadcast &&
         !(client.tracking.skips_own && client.id == change.changed_by);
}

}  // namespace

void tell_readers(State& state) {
  tell_other_readers(state, 0);
}

void tell_other_readers(State& state, uint64_t answered) {
  if (!state.tracking.has_changes()) return;
  std::vector<TrackingTable::Change> changes;
  if (state.tracking.take_all_changed()) changes.push_back(change_of_all(state));
  std::ranges::move(state.tracking.take_changes(), std::back_inserter(changes));
  for (TrackingTable::Change& change : changes) {
    const Reply keys =
        change.is_of_all ? Reply::null() : Reply::array({Reply::bulk(Bytes(change.key))});
    std::erase_if(change.readers, [&](uint64_t id) {
      Client* client = state.client(id);
      if (client == nullptr || !hears_of(change, *client)) return true;
      if (answered != 0 && (id == answered || client->tracking.redirected_to == answered)) {
        return false;
      }
      tell_of(keys, state, *client);
      return true;
    });
    if (!change.readers.empty()) state.tracking.put_back(std::move(change));
  }
}

void tell_trackers(State& state) {
  const int64_t keys_max = state.settings.tracking_table_max_keys;
  if (keys_max > 0) state.tracking.keep_at_most(static_cast<size_t>(keys_max));
  tell_readers(state);
  for (const TrackingTable::Broadcast& broadcast : state.tracking.take_broadcasts()) {
    for (const uint64_t id : broadcast.listeners) {
      Client* client = state.client(id);
      if (client == nullptr) continue;
      Reply::Items keys;
      for (const auto& [key, changed_by] : broadcast.keys) {
        if (client->tracking.skips_own && changed_by == id) continue;
        keys.push_back(Reply::bulk(key));
      }
      if (!keys.empty()) tell_of(Reply::array(std::move(keys)), state, *client);
    }
  }
}

void stop_tracking(State& state, Client& client) {
  if (!client.tracking.is_on()) return;
  for (const Bytes& prefix : client.tracking.prefixes) {
    state.tracking.remove_prefix(prefix, client.id);
  }
  client.tracking = {};
  state.tracking.stopped();
}

}  // namespace keemun::server
