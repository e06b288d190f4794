#include "session/database_order.h"

#include <algorithm>
#include <numeric>

#include "base/number_text.h"
#include "format/store_records.h"
#include "ports/store_error.h"

namespace keemun::session {

namespace {

int64_t highest_swapped(const std::vector<size_t>& order) {
  size_t highest = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) highest = std::max({highest, i, order[i]});
  }
  return static_cast<int64_t>(highest);
}

}  // namespace

DatabaseOrder DatabaseOrder::swapped(size_t first, size_t second) const {
  std::vector<size_t> places(begin(), end());
  std::swap(places[first], places[second]);
  return DatabaseOrder(std::move(places));
}

DatabaseOrder load_database_order(ports::KvStore& store, size_t database_count) {
  std::vector<size_t> order(database_count);
  std::iota(order.begin(), order.end(), size_t{0});
  const auto row = store.get(format::database_order_key());
  if (!row) return DatabaseOrder(std::move(order));
  const auto stored = format::decode_database_order(*row);
  if (!stored) {
    throw ports::StoreError(ports::StoreError::Kind::kCorrupt,
                            "the order of databases does not decode");
  }
  // Databases configured later follow in natural order; those no longer configured must not hide
  // one that is.
  for (size_t i = 0; i < stored->size(); ++i) {
    const size_t place = (*stored)[i];
    if (i == place) continue;
    if (i >= database_count || place >= database_count) {
      throw ports::StoreError(ports::StoreError::Kind::kCorrupt,
                              "databases were swapped: `databases` must be " +
                                  format_int64(highest_swapped(*stored) + 1) + " or more");
    }
    order[i] = place;
  }
  return DatabaseOrder(std::move(order));
}

ports::WriteBatch::Write database_order_row(std::span<const size_t> order) {
  return {format::database_order_key(), format::encode_database_order(order), false};
}

}  // namespace keemun::session
