#include "server/farewell.h"

#include "server/news/subscriptions.h"
#include "server/news/tracking_news.h"

namespace keemun::server {

void withdraw(State& state, Client& client) {
  leave_all_channels(state, client);
  stop_tracking(state, client);
  state.parked.unpark(client.id);
  state.monitors.erase(client.id);
}

void send_away(State& state, Client& client, const Client& asking) {
  if (&client == &asking) {
    client.closes_after_output = true;
    return;
  }
  withdraw(state, client);
  state.drop(client);
}

}  // namespace keemun::server
