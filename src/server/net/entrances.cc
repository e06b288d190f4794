#include "server/net/entrances.h"

#include "server/net/sockets.h"

namespace keemun::server {

Entrances::Entrances(const Settings& settings) {
  // Reading certificates takes a while: who is let in at one door finds the others open.
  if (settings.tls_port != 0) tls.emplace(settings);
  if (settings.port != 0) bind_addresses(settings, false);
  if (settings.tls_port != 0) bind_addresses(settings, true);
  if (bound.empty() && settings.unix_socket.empty()) {
    throw CommandError("there is nothing to listen on");
  }
}

void Entrances::bind_addresses(const Settings& settings, bool is_tls) {
  const int64_t port = is_tls ? settings.tls_port : settings.port;
  for (const Bytes& address : settings.bind) {
    if (address.empty()) continue;  // bind "": there is none

    const bool may_be_missing = address.starts_with('-');  // as a machine without IPv6 has it
    try {
      bound.push_back({bind_tcp(address.substr(may_be_missing ? 1 : 0), port), is_tls});
    } catch (const NoSuchAddress&) {
      if (!may_be_missing) throw;
    }
  }
}

}  // namespace keemun::server
