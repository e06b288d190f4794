#include "server/news/withdrawal.h"

#include "server/news/subscriptions.h"
#include "server/news/tracking_news.h"

namespace keemun::server {

void withdraw(State& state, Client& client) {
  leave_all_channels(state, client);
  stop_tracking(state, client);
  state.parked.unpark(client.id);
  state.monitors.erase(client.id);
}

}  // namespace keemun::server
