// A place among the rows of a namespace, by chance and with bounded effort: for RANDOMKEY,
// which reads a page there.
//
// Goes down the tree that the rows' bytes make, drawing one of the bytes that follow what the rows
// at hand have in common, until few rows are left. So every row is on the page of some draw. Rows
// under a short branch come more often than their share, which the page makes less of.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/key_range.h"
#include "ports/rows.h"

namespace keemun::keyspace {

// Among any rows: where a scan may start. The number is drawn by the caller.
Bytes random_position(ports::Rows& rows, format::KeyRange range, uint64_t draw);
// Among the meta rows of a layout: where a MetaWalk may start.
Bytes random_meta_position(ports::Rows& rows, const format::KeyLayout& layout, uint64_t draw);

}  // namespace keemun::keyspace
