// Gives out key versions and keeps the reservation that makes them unique across restarts: no
// version is given whose millisecond is not below what the store holds for this issuer.
#pragma once

#include <cstdint>

#include "format/key_version.h"
#include "keyspace/camellia/version_source.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::session {

class VersionDesk final : public keyspace::VersionSource {
 public:
  // Reads the reservation that an earlier process left.
  VersionDesk(ports::KvStore& store, ports::Clock& clock, format::IssuerNumber number);

  // Commits a reservation first where the present one is used up. Throws StoreError where there is
  // nothing left to reserve: keys can be read and taken away then, not made.
  format::KeyVersion issue(int64_t now_ms) override;

  // The reservation may not be there: what it covered is given to nobody any more.
  void start_over();

 private:
  void reserve(int64_t reserved_until_ms);

  ports::KvStore& store_;
  ports::Clock& clock_;
  const format::IssuerNumber number_;
  format::KeyVersionIssuer issuer_;
  int64_t doubtful_until_ms_ = 0;  // a reservation of unknown outcome may still overwrite others
};

}  // namespace keemun::session
