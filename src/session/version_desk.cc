#include "session/version_desk.h"

#include "format/store_records.h"
#include "ports/store_error.h"

namespace keemun::session {

namespace {

int64_t load_reservation(ports::KvStore& store, format::IssuerNumber number) {
  const auto row = store.get(format::version_reservation_key(number));
  if (!row) return 0;
  const auto reserved_until_ms = format::decode_version_reservation(*row);
  if (!reserved_until_ms) {
    throw ports::StoreError(ports::StoreError::Kind::kCorrupt,
                            "the reservation of key versions does not decode");
  }
  return *reserved_until_ms;
}

}  // namespace

VersionDesk::VersionDesk(ports::KvStore& store, ports::Clock& clock, format::IssuerNumber number)
    : store_(store),
      clock_(clock),
      number_(number),
      issuer_(number, load_reservation(store, number)) {}

format::KeyVersion VersionDesk::issue(int64_t now_ms) {
  while (true) {
    if (issuer_.is_used_up(now_ms)) {
      throw ports::StoreError(ports::StoreError::Kind::kUnavailable,
                              "no versions of keys are left after the year 2248");
    }
    if (const auto version = issuer_.issue(now_ms)) return *version;
    reserve(issuer_.reservation_wanted(now_ms));
  }
}

void VersionDesk::reserve(int64_t reserved_until_ms) {
  using ports::StoreError;
  if (clock_.now_ms() < doubtful_until_ms_) {
    throw StoreError(StoreError::Kind::kUnavailable,
                     "an earlier reservation of key versions may still happen");
  }
  ports::WriteBatch batch;
  batch.writes.push_back({format::version_reservation_key(number_),
                          format::encode_version_reservation(reserved_until_ms), false});
  try {
    store_.commit(batch);
  } catch (const StoreError& error) {
    if (error.kind() != StoreError::Kind::kUnknownOutcome) throw;
    doubtful_until_ms_ = clock_.now_ms() + store_.capabilities().late_write_ms;
    throw StoreError(StoreError::Kind::kUnavailable, error.text());
  }
  issuer_.reserve(reserved_until_ms);
}

void VersionDesk::start_over() {
  issuer_ = format::KeyVersionIssuer(number_, issuer_.reserved_until_ms());
}

}  // namespace keemun::session
