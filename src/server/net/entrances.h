// Where clients will come in by TCP and TLS. They are taken before the store is opened: a start
// that cannot have them leaves that as it was. Nobody gets in before they are listened on.
#pragma once

#include <optional>
#include <vector>

#include "base/descriptor.h"
#include "server/config/settings.h"
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
  std::vector<Entrance> bound;

 private:
  void bind_addresses(const Settings& settings, bool is_tls);
};

}  // namespace keemun::server
