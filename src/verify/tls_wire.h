// A connection through TLS, by OpenSSL.
#pragma once

#include <memory>

#include "verify/wire.h"

struct ssl_ctx_st;

namespace keemun::verify {

// Paths are empty where there is nothing. Without authorities, the machine's own are trusted.
struct TlsOptions {
  Bytes authorities_file;
  Bytes authorities_folder;
  Bytes certificate_file;  // what we show, with its key
  Bytes key_file;
  Bytes server_name;  // whom the server's certificate is for; empty: for its host
  bool trusts_anybody = false;
};

class TlsClient {
 public:
  // Throws TargetError with what cannot be read or does not fit.
  explicit TlsClient(TlsOptions options);

  // When the handshake is over. Throws TargetError where it fails.
  std::unique_ptr<Wire> open(int socket, const Bytes& server, const Bytes& host) const;

 private:
  const TlsOptions options_;
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace keemun::verify
