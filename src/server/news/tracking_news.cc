#include "server/news/tracking_news.h"

#include <utility>

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
    target = state.client(tracking.tracking.redirected_to);
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

void tell_everybody(State& state) {
  for (const auto& [id, client] : state.clients) {
    if (!client->is_gone && client->tracking.is_on()) tell_of(Reply::null(), state, *client);
  }
}

}  // namespace

void tell_readers(State& state) {
  if (!state.tracking.has_changes()) return;
  if (state.tracking.take_all_changed()) tell_everybody(state);
  for (TrackingTable::Change& change : state.tracking.take_changes()) {
    const Reply keys = Reply::array({Reply::bulk(std::move(change.key))});
    for (const uint64_t id : change.readers) {
      Client* client = state.client(id);
      if (client == nullptr || !client->tracking.is_on()) continue;
      if (client->tracking.mode == Tracking::Mode::kBroadcast) continue;
      if (client->tracking.skips_own && id == change.changed_by) continue;
      tell_of(keys, state, *client);
    }
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
