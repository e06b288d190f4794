// TLS in front of a connection, by OpenSSL: the same bytes, and the handshake before the first.
#pragma once

#include <memory>

#include "server/config/settings.h"
#include "server/net/stream.h"

struct ssl_ctx_st;

namespace keemun::server {

// Certificates, keys and what is asked of clients, read once; streams share it.
class TlsContext {
 public:
  // From the tls-* options. Throws CommandError with what cannot be read or does not fit.
  explicit TlsContext(const Settings& settings);

  std::unique_ptr<Stream> open(Descriptor socket) const;

 private:
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace keemun::server
