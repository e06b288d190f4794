// The meta rows of a namespace, one a key, as whoever counts the keys sees them: of either family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "ports/rows.h"

namespace keemun::keyspace {

// What a committed unit did to the meta row of one key.
struct MetaChange {
  struct Side {
    bool is_there = false;
    int64_t expire_at_ms = -1;
    friend bool operator==(const Side&, const Side&) = default;
  };

  Bytes row;
  bool is_known = true;  // what was there before
  Side before;
  Side after;
};

class KeyMetas {
 public:
  // `layout` outlives it.
  KeyMetas(const format::KeyLayout& layout, format::EncodingFamily family);

  Bytes row_of(BytesView key) const;
  bool is_meta(BytesView row) const;
  Bytes key_of(BytesView meta_row) const;
  // A row whose head does not decode is no key; what stands behind it is not looked at.
  MetaChange::Side side_of(BytesView meta_row) const;

  struct Page {
    std::vector<MetaChange::Side> sides;
    std::optional<Bytes> next;  // where the following page begins; none after the last
  };
  // From the first one, or from the first at or behind `from`. May be empty before the last.
  Page page(ports::Rows& rows, const std::optional<Bytes>& from, size_t rows_max) const;

 private:
  Page ardb_page(ports::Rows& rows, const std::optional<Bytes>& from, size_t rows_max) const;

  const format::KeyLayout& layout_;
  const bool is_ardb_;
  Bytes ardb_head_;  // of all rows of the namespace
};

}  // namespace keemun::keyspace
