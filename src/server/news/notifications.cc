#include "server/news/notifications.h"

#include "server/config/event_flags.h"
#include "server/news/subscriptions.h"

namespace keemun::server {

session::ChangeListener::Interests notified_interests(const State& state) {
  if (state.settings.notify_keyspace_events.empty()) return {};
  const EventFlags flags = parse_event_flags(state.settings.notify_keyspace_events);
  return {true, (flags & kNewEvents) != 0, (flags & kKeyMissEvents) != 0};
}

void notify(State& state, size_t database, BytesView key, BytesView event) {
  if (state.settings.notify_keyspace_events.empty()) return;
  const EventFlags flags = parse_event_flags(state.settings.notify_keyspace_events);
  if ((flags & class_of(event)) == 0) return;
  const Bytes name = state.hosted.core().database_text(database);
  if ((flags & kKeyspaceEvents) != 0) {
    publish(state, "__keyspace@" + name + "__:" + Bytes(key), event);
  }
  if ((flags & kKeyeventEvents) != 0) {
    publish(state, "__keyevent@" + name + "__:" + Bytes(event), key);
  }
}

}  // namespace keemun::server
