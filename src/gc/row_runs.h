// The order in which a scan goes through a namespace: simply that of its rows, so that a row key
// says how far it has come. In the slot layout that is slot by slot, and slots that hold nothing
// are stepped over.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/key_range.h"
#include "ports/rows.h"

namespace keemun::gc {

struct RowRun {
  format::RowFamily family = format::RowFamily::kMeta;
  format::KeyRange rows;
};

// The first run of rows of one family that has anything at or behind `from`, cut to begin there;
// none at the end. The run itself may turn out to be empty.
std::optional<RowRun> run_from(ports::Rows& rows, const format::KeyLayout& layout, BytesView from);

}  // namespace keemun::gc
