// Rows of the ardb family read back from spec/encodings/ardb.md alone: the auditor's own decoder,
// which shares no code with the one that the product uses. It refuses whatever the page does not
// allow.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "base/bytes.h"

namespace keemun::sim {

// Nil, an int, a double, a string.
using ArdbWord = std::variant<std::monostate, int64_t, double, Bytes>;

struct ArdbRowKey {
  Bytes namespace_name;
  Bytes key;
  int type = 0;
  std::vector<ArdbWord> elements;
};

struct ArdbRowValue {
  int type = 0;
  int64_t expire_at_ms = 0;  // 0: none
  int64_t size = 0;
  bool is_sequential = false;
  Bytes last_id = Bytes();  // of a stream
  std::vector<ArdbWord> elements;
};

// Throw CommandError with what is wrong.
ArdbRowKey read_ardb_row_key(BytesView row);
ArdbRowValue read_ardb_row_value(BytesView value);

}  // namespace keemun::sim
