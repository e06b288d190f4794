// Walks the meta rows of one namespace in row order, page by page, from any position. In the slot
// layout rows of other namespaces of the store may be among them; what more there is of those in a
// slot, and slots that hold nothing, are stepped over.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "ports/kv_store.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class MetaWalk {
 public:
  // From the first meta row, or from the first at or behind `from`, which may be any bytes. Where
  // keys stand in their order it ends behind those that begin with `prefix`, and begins with them.
  MetaWalk(ports::Rows& rows, const format::KeyLayout& layout, const std::optional<Bytes>& from,
           BytesView prefix = {});

  bool at_end() const { return !position_; }
  // Where next() goes on; not at the end.
  const Bytes& position() const { return *position_; }
  // Between 0 and rows_max rows; 0 does not mean the end.
  std::vector<ports::Row> next(size_t rows_max, ports::Values values);

 private:
  // Where a walk goes on that has come as far as this row; none at the end of all rows.
  std::optional<Bytes> behind(const Bytes& row) const;

  ports::Rows& rows_;
  const format::KeyLayout& layout_;
  std::optional<Bytes> position_;
  Bytes end_;
};

}  // namespace keemun::keyspace
