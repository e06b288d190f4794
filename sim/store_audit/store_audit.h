// Reads a whole store, of either family of encodings or of both, and says what is wrong with it:
// every row must decode and belong to a namespace, and each key's rows must agree with its meta
// (sim/audit/audit.h, sim/audit/ardb_audit.h). In the camellia family rows that no meta leads to
// are garbage and rows of the index of expiry may be stale, which is nothing wrong; in the ardb
// family there is neither, and the index is exactly what the metas say.
//
// Nothing is written. Memory is bounded by the largest collection. The store must not change
// meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "audit/ardb_reader.h"
#include "audit/row_map.h"
#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "ports/kv_store.h"

namespace keemun::sim {

struct NamespaceSummary {
  Bytes name;
  format::LayoutKind layout = format::LayoutKind::kPlain;
  int64_t live_keys = 0;
  int64_t expired_keys = 0;
  format::EncodingFamily family = format::EncodingFamily::kCamellia;
  std::map<char, int64_t> rows;  // by the letter of their family, metas too; of ardb 'm' or 's'
  int64_t garbage_rows = 0;
  int64_t expiry_rows = 0;
  int64_t stale_expiry_rows = 0;
};

class StoreAudit {
 public:
  // `tell` is given each problem in words, as it is found.
  StoreAudit(ports::KvStore& store, int64_t now_ms, std::function<void(const Bytes& problem)> tell);

  // Throws StoreError where the store cannot be read.
  std::vector<NamespaceSummary> run();

  int64_t problem_count() const { return problem_count_; }

 private:
  // A namespace, and the meta that was asked for last: rows of one key stand together.
  struct Place {
    format::KeyLayout layout;
    NamespaceSummary summary;
    Bytes asked_key;
    std::optional<int64_t> live_version;
    bool has_asked = false;

    bool is_ardb() const { return summary.family == format::EncodingFamily::kArdb; }
  };

  void problem(const Bytes& what);
  // Rows of two namespaces must not be taken for one another's.
  void check_names();
  void check_row(const Bytes& row);
  void check_record(const Bytes& row);
  // Throws CommandError where it is no row of that namespace.
  void count_row(Place& place, const Bytes& row);
  std::optional<int64_t> live_version_of(Place& place, BytesView key);
  void check_key(Place& place, const ports::Row& meta);
  // No version may be given twice: behind what is reserved, none has been given.
  void check_reservations();
  void check_ardb_row(const Bytes& row);
  void check_expiry_row(const Bytes& row, const ArdbRowKey& parts);
  // When the key expires by its meta; none where it does not, or has no meta that can be read.
  std::optional<int64_t> expiry_of(const Place& place, const Bytes& key);
  void check_ardb_key(Place& place, const Bytes& key, const RowMap& rows);
  Place* place_named(BytesView name);

  ports::KvStore& store_;
  const int64_t now_ms_;
  const std::function<void(const Bytes& problem)> tell_;
  std::vector<Place> places_;
  // By the name of the namespace; there may be many.
  std::map<Bytes, size_t, std::less<>> place_of_;
  std::map<uint8_t, int64_t> newest_ms_;  // of the versions of each issuer
  int64_t problem_count_ = 0;
};

}  // namespace keemun::sim
