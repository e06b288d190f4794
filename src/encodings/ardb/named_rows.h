// The rows of one open key of the ardb family that are named by a string: fields of a hash, members
// of a set, members of a zset with their scores. Read by name and in pages, in the order of names.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "encodings/ardb/open_ardb_key.h"
#include "format/ardb_value.h"

namespace keemun::encodings {

struct NamedRow {
  Bytes name;
  Bytes value;  // of the row, undecoded; empty where only names were asked for
};

// The values of rows, as many answers as names.
std::vector<std::optional<Bytes>> read_named_rows(const OpenArdbKey& key, format::ArdbType type,
                                                  std::span<const BytesView> names);
// Up to rows_max rows behind `after`, or from the first; fewer only at the end.
struct NamedPage {
  const std::optional<Bytes>& after;
  size_t rows_max = 0;
  ports::Values values = ports::Values::kWhole;
};
std::vector<NamedRow> scan_named_rows(const OpenArdbKey& key, format::ArdbType type,
                                      const NamedPage& page);
// How many there are, counted: count_rows().
int64_t count_named_rows(const OpenArdbKey& key, format::ArdbType type);
// The names of the rows at these ranks: keys_at().
std::optional<std::vector<Bytes>> names_at(const OpenArdbKey& key, format::ArdbType type,
                                           std::span<const uint64_t> ranks);
std::optional<Bytes> last_name(const OpenArdbKey& key, format::ArdbType type);

void put_named_row(const OpenArdbKey& key, BytesView name, const format::ArdbValue& value,
                   ports::WasThere was_there);
void erase_named_row(const OpenArdbKey& key, format::ArdbType type, BytesView name,
                     ports::WasThere was_there);

// The one element of a row's value, which is of this type; a row that is not is corrupt.
format::ArdbElement element_of_row(const OpenArdbKey& key, format::ArdbType type, BytesView value);

}  // namespace keemun::encodings
