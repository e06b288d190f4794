#include "keyspace/ardb/ardb_key_walk.h"

#include <algorithm>
#include <utility>

#include "format/ardb_ordered_form.h"

namespace keemun::keyspace {

using ports::Row;

namespace {

constexpr size_t kPageRowsMax = 256;
// A meta, and the row behind it that says whether the key has more.
constexpr size_t kPageRowsMin = 2;
constexpr size_t kGrowth = 4;

}  // namespace

ArdbKeyWalk::ArdbKeyWalk(ports::Rows& rows, BytesView namespace_name,
                         const std::optional<Bytes>& from)
    : rows_(rows),
      range_(format::ardb_namespace_rows(namespace_name)),
      page_rows_(kPageRowsMin * kGrowth) {
  if (!from || *from <= range_.begin) return;
  range_ = format::rows_between(*from, std::move(range_.end));
}

std::vector<ArdbKeyWalk::Meta> ArdbKeyWalk::next(size_t metas_max, ports::Values values) {
  const size_t wanted = std::min(metas_max, page_rows_);
  ports::ScanRequest request = {range_.begin, range_.end, wanted, false, values};
  request.is_sweep = true;
  ports::ScanPage page = rows_.scan(request);
  std::vector<Meta> metas;
  for (Row& row : page.rows) {
    auto decoded = format::decode_ordered_ardb_key(row.key);
    if (decoded && decoded->type == format::ArdbType::kMeta) {
      metas.push_back({std::move(decoded->key), std::move(row.value)});
      continue;
    }
    auto around = format::ardb_key_rows_around(row.key);
    range_.begin = around ? std::move(around->end) : format::row_after(std::move(row.key));
    page_rows_ = kPageRowsMin;
    return metas;
  }
  page_rows_ = std::min(page_rows_ * kGrowth, kPageRowsMax);
  const bool has_more = page.has_more && !page.rows.empty();
  range_.begin = has_more ? format::row_after(std::move(page.rows.back().key)) : range_.end;
  return metas;
}

}  // namespace keemun::keyspace
