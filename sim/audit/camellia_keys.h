// The keys of the camellia family in a store, as the auditor reads them (camellia_reader.h,
// camellia_value.h): all of them once, and then those again of which rows have changed. A store is
// looked at after every few commands, which change few of its keys.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "audit/camellia_reader.h"
#include "audit/expiry_audit.h"
#include "audit/stored_rows.h"
#include "base/bytes.h"
#include "model/database.h"

namespace keemun::sim {

// Who gave a version out (§ 8). Nodes of one store have clocks of their own.
uint8_t issuer_of(int64_t version);

// What is wrong with a key of which the rows contradict each other.
struct Damage {
  Bytes what;
  bool counts_too_few = false;  // the one that nobody survives: live rows are taken for garbage
  int64_t expire_at_ms = -1;    // of the key
};

class CamelliaKeys {
 public:
  // A row has been written or erased, or is seen for the first time.
  void changed(const StoredRows& stored, const Bytes& row);
  // Reads what has changed. Throws CommandError for rows that nobody could have written; neither
  // what was read nor what would be is of any use then.
  void read(const StoredRows& stored);

  struct Namespace {
    model::Database database;  // keys that have expired since they were read too
    std::map<Bytes, Damage> damaged;
    Expiries expiries;  // of every meta, whether its time has come or not
  };
  const std::map<Bytes, Namespace>& namespaces() const { return namespaces_; }
  const Namespace& in(const Bytes& namespace_name) const;

 private:
  struct Place {
    Bytes namespace_name;
    Bytes key;
  };
  struct PlaceView {
    BytesView namespace_name;
    BytesView key;
  };
  struct PlaceLess {
    using is_transparent = void;
    bool operator()(const auto& a, const auto& b) const {
      const int keys = BytesView(a.key).compare(b.key);  // most have one namespace only
      return keys != 0 ? keys < 0 : BytesView(a.namespace_name) < BytesView(b.namespace_name);
    }
  };
  // Where the rows of a key stand: its meta by its name, all others by what their names begin with.
  struct Rows {
    Bytes meta;
    std::map<std::pair<int64_t, char>, Bytes> stems;  // by version and family
    int64_t expire_at_ms = -1;                        // as it was read
    bool has_changed = false;
  };
  using Keys = std::map<Place, Rows, PlaceLess>;

  void mark_changed(Keys::iterator key);
  void read_key(const StoredRows& stored, Keys::iterator key);
  void read_live(const StoredRows& stored, const Keys::value_type& key, const AuditedMeta& meta,
                 Namespace& its_namespace);
  static void forget_empty(const StoredRows& stored, Rows& rows);

  std::map<Bytes, Namespace> namespaces_;
  Keys keys_;
  std::vector<Keys::iterator> changed_;
  Bytes last_stem_;  // of the row that changed last
  // Whose value is in an index that changes without their rows.
  std::set<Place, PlaceLess> in_redis_;
};

}  // namespace keemun::sim
