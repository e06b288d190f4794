#include "encodings/ardb/named_rows.h"

#include <algorithm>
#include <utility>

#include "encodings/row_walk.h"

namespace keemun::encodings {

using format::ArdbType;
using format::ArdbValue;
using ports::Stage;

namespace {

constexpr size_t kPageRows = 256;

Bytes name_of(const OpenArdbKey& key, BytesView row) {
  auto name = key.names().name_of(row);
  if (!name) key.throw_corrupt("a row has no name");
  return *std::move(name);
}

}  // namespace

std::vector<std::optional<Bytes>> read_named_rows(const OpenArdbKey& key, ArdbType type,
                                                  std::span<const BytesView> names) {
  if (!key.exists()) return std::vector<std::optional<Bytes>>(names.size());
  std::vector<Bytes> row_keys;
  row_keys.reserve(names.size());
  for (const BytesView name : names) row_keys.push_back(key.names().named_row(type, name));
  if (row_keys.size() != 1) return key.rows().multi_get(row_keys);
  std::vector<std::optional<Bytes>> values;
  values.push_back(key.rows().get(row_keys.front()));
  return values;
}

std::vector<NamedRow> scan_named_rows(const OpenArdbKey& key, ArdbType type,
                                      const NamedPage& page) {
  std::vector<NamedRow> found;
  if (!key.exists()) return found;
  format::KeyRange range = key.names().named_rows(type);
  if (page.after) range.begin = format::row_after(key.names().named_row(type, *page.after));
  for (bool has_more = true; has_more && found.size() < page.rows_max;) {
    const size_t wanted = std::min(page.rows_max - found.size(), kPageRows);
    ports::ScanPage rows = key.rows().scan({range.begin, range.end, wanted, false, page.values});
    has_more = rows.has_more && !rows.rows.empty();
    for (ports::Row& row : rows.rows) {
      found.push_back({name_of(key, row.key), std::move(row.value)});
    }
    if (has_more) range.begin = format::row_after(std::move(rows.rows.back().key));
  }
  return found;
}

int64_t count_named_rows(const OpenArdbKey& key, ArdbType type) {
  return key.exists() ? count_rows(key.rows(), key.names().named_rows(type)) : 0;
}

std::optional<std::vector<Bytes>> names_at(const OpenArdbKey& key, ArdbType type,
                                           std::span<const uint64_t> ranks) {
  auto names = keys_at(key.rows(), key.names().named_rows(type), ranks);
  if (!names) return std::nullopt;
  for (Bytes& name : *names) name = name_of(key, name);
  return names;
}

std::optional<Bytes> last_name(const OpenArdbKey& key, ArdbType type) {
  if (!key.exists()) return std::nullopt;
  const format::KeyRange range = key.names().named_rows(type);
  const ports::ScanPage page =
      key.rows().scan({range.begin, range.end, 1, true, ports::Values::kNone});
  if (page.rows.empty()) return std::nullopt;
  return name_of(key, page.rows.front().key);
}

void put_named_row(const OpenArdbKey& key, BytesView name, const ArdbValue& value,
                   ports::WasThere was_there) {
  key.rows().put(key.names().named_row(value.type, name), format::encode_ardb_value(value),
                 Stage::kPut, was_there);
}

void erase_named_row(const OpenArdbKey& key, ArdbType type, BytesView name,
                     ports::WasThere was_there) {
  key.rows().erase(key.names().named_row(type, name), Stage::kErase, was_there);
}

format::ArdbElement element_of_row(const OpenArdbKey& key, ArdbType type, BytesView value) {
  auto decoded = format::decode_ardb_value(value);
  if (!decoded || decoded->type != type || decoded->elements.size() != 1) {
    key.throw_corrupt("a row does not decode");
  }
  return std::move(decoded->elements.front());
}

}  // namespace keemun::encodings
