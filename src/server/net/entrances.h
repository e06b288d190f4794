// Where clients come in by TCP and TLS. They are opened before the store is: a start that cannot
// have them leaves that as it was. Who connects meanwhile waits.
#pragma once

#include <optional>
#include <vector>

#include "server/config/settings.h"
#include "server/net/descriptor.h"
#include "server/net/tls.h"

namespace keemun::server {

struct Entrances {
  // On every address that the settings name; throws CommandError with the reason why not.
  explicit Entrances(const Settings& settings);

  struct Entrance {
    Descriptor socket;
    bool is_tls = false;
  };

  std::optional<TlsContext> tls;  // of connections to come, where tls-port is served
  std::vector<Entrance> listening;

 private:
  void listen_on_addresses(const Settings& settings, bool is_tls);
};

}  // namespace keemun::server
