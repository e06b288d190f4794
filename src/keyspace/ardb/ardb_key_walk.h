// Walks the meta rows of a namespace of the ardb family in row order, page by page, from any
// position. The rows of a collection stand behind its meta: it steps over them with one seek, and
// reads long pages only while it meets none.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "format/key_range.h"
#include "ports/kv_store.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class ArdbKeyWalk {
 public:
  struct Meta {
    Bytes key;
    Bytes value;  // of the meta row, undecoded, as much of it as was asked for
  };

  // From the first key, or from the first at or behind `from`, which may be any bytes.
  ArdbKeyWalk(ports::Rows& rows, BytesView namespace_name, const std::optional<Bytes>& from);

  bool at_end() const { return range_.is_empty(); }
  // Where next() goes on; not at the end.
  const Bytes& position() const { return range_.begin; }
  // Between 0 and metas_max metas; 0 does not mean the end.
  std::vector<Meta> next(size_t metas_max, ports::Values values);

 private:
  ports::Rows& rows_;
  format::KeyRange range_;  // what is left
  size_t page_rows_;
};

}  // namespace keemun::keyspace
