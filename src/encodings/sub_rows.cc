#include "encodings/sub_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "encodings/row_walk.h"
#include "format/key_range.h"

namespace keemun::encodings {

using ports::Row;
using ports::ScanPage;

std::optional<Bytes> read_sub_row(const OpenKey& key, BytesView member) {
  if (!key.exists()) return std::nullopt;
  return key.rows().get(key.generation().sub_key(member));
}

std::vector<std::optional<Bytes>> read_sub_rows(const OpenKey& key,
                                                std::span<const BytesView> members) {
  if (!key.exists()) return std::vector<std::optional<Bytes>>(members.size());
  std::vector<Bytes> row_keys;
  row_keys.reserve(members.size());
  for (const BytesView member : members) row_keys.push_back(key.generation().sub_key(member));
  if (row_keys.size() != 1) return key.rows().multi_get(row_keys);
  std::vector<std::optional<Bytes>> values;
  values.push_back(key.rows().get(row_keys.front()));
  return values;
}

std::vector<Row> scan_sub_rows(const OpenKey& key, const std::optional<Bytes>& after,
                               size_t rows_max, ports::Values values) {
  std::vector<Row> rows;
  if (!key.exists()) return rows;
  const format::KeyGeneration& generation = key.generation();
  const format::KeyRange range = generation.all_sub_rows();
  Bytes begin = after ? format::row_after(generation.sub_key(*after)) : range.begin;
  for (bool has_more = true; has_more && rows.size() < rows_max;) {
    const size_t wanted = std::min(rows_max - rows.size(), kPageRows);
    ScanPage page = key.rows().scan({begin, range.end, wanted, false, values});
    has_more = page.has_more && !page.rows.empty();
    if (has_more) begin = format::row_after(page.rows.back().key);
    if (rows.empty()) {
      rows = std::move(page.rows);
    } else {
      std::move(page.rows.begin(), page.rows.end(), std::back_inserter(rows));
    }
  }
  for (Row& row : rows) row.key.erase(0, generation.stem_bytes());
  return rows;
}

static std::vector<Bytes> names_of(std::vector<Row> rows) {
  std::vector<Bytes> names;
  names.reserve(rows.size());
  for (Row& row : rows) names.push_back(std::move(row.key));
  return names;
}

std::vector<Bytes> scan_sub_members(const OpenKey& key, const std::optional<Bytes>& after,
                                    size_t members_max) {
  return names_of(scan_sub_rows(key, after, members_max, ports::Values::kNone));
}

std::vector<Bytes> scan_set_members(const OpenKey& key, const std::optional<Bytes>& after,
                                    size_t members_max) {
  return names_of(scan_sub_rows(key, after, members_max, ports::Values::kWhole));
}

bool has_sub_rows(const OpenKey& key) {
  return !scan_sub_rows(key, std::nullopt, 1, ports::Values::kNone).empty();
}

std::optional<Bytes> last_sub_row(const OpenKey& key) {
  if (!key.exists()) return std::nullopt;
  const format::KeyRange range = key.generation().all_sub_rows();
  ScanPage page = key.rows().scan({range.begin, range.end, 1, true, ports::Values::kNone});
  if (page.rows.empty()) return std::nullopt;
  return page.rows.front().key.substr(key.generation().stem_bytes());
}

std::optional<std::vector<Bytes>> sub_members_at(const OpenKey& key,
                                                 std::span<const uint64_t> ranks) {
  auto members = keys_at(key.rows(), key.generation().all_sub_rows(), ranks);
  if (!members) return std::nullopt;
  for (Bytes& member : *members) member.erase(0, key.generation().stem_bytes());
  return members;
}

int64_t count_sub_rows(const OpenKey& key) {
  return key.exists() ? count_rows(key.rows(), key.generation().all_sub_rows()) : 0;
}

}  // namespace keemun::encodings
