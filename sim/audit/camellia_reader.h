// Rows read back from spec/encodings/camellia.md alone: the auditor's own decoder, which shares no
// code with the one that the product uses. It refuses whatever the page does not allow.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "format/key_layout.h"

namespace keemun::sim {

// Views into the row that was read.
struct AuditedRow {
  char family = 0;  // 'm', 's', 'k', 'i'; 'x' is a record and has no further parts
  BytesView namespace_name;
  BytesView key;
  int64_t version = 0;  // not of a meta row
  BytesView tail;       // member, score and member, or index
};

struct AuditedMeta {
  int encode_version = 0;
  int type = 0;
  int64_t version = 0;
  int64_t expire_at_ms = -1;
  std::optional<int32_t> count;
  int64_t first_position = 0;
  std::pair<uint64_t, uint64_t> last_id;  // these four: of a stream
  std::pair<uint64_t, uint64_t> first_id;
  std::pair<uint64_t, uint64_t> greatest_deleted;
  uint64_t entries_added = 0;
  Bytes string_value;
};

// All namespaces of a simulated store are equally long. Throw CommandError with what is wrong.
AuditedRow read_row_key(BytesView row, format::LayoutKind layout, size_t namespace_bytes);
AuditedMeta read_meta(BytesView value);

// Eight ordered bytes back to numbers (§ 2).
int64_t read_ordered_int64(BytesView bytes);
double read_ordered_score(BytesView bytes);

}  // namespace keemun::sim
