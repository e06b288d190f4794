// Gives out key versions and keeps the reservation that makes them unique across restarts: no
// version is given whose millisecond is not below what the store holds for this issuer.
#pragma once

#include <cstdint>

#include "format/key_version.h"
#include "keyspace/version_source.h"
#include "ports/kv_store.h"

namespace keemun::session {

class VersionDesk final : public keyspace::VersionSource {
 public:
  // Reads the reservation that an earlier process left.
  VersionDesk(ports::KvStore& store, format::IssuerNumber number);

  // Commits a reservation first where the present one is used up.
  format::KeyVersion issue(int64_t now_ms) override;

  // The reservation may not be there: what it covered is given to nobody any more.
  void start_over();

 private:
  ports::KvStore& store_;
  const format::IssuerNumber number_;
  format::KeyVersionIssuer issuer_;
};

}  // namespace keemun::session
