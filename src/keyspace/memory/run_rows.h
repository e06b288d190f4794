// The rows of a run in memory, ascending. Most that go stand at an end: what goes at the front is
// cleared away later, half of the rows at once, so that the others need not move each time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class RunRows {
 public:
  RunRows() = default;
  explicit RunRows(std::vector<ports::Row> rows) : rows_(std::move(rows)) {}

  std::span<const ports::Row> all() const { return std::span(rows_).subspan(gone_); }
  std::vector<ports::Row> take() {
    rows_.erase(rows_.begin(), place(0));
    gone_ = 0;
    return std::move(rows_);
  }

  // By their places among all. What goes gives its memory back at once: a string keeps what it has
  // had, and would hand it on to the row that takes its place.
  void set_value(size_t index, BytesView value) {
    Bytes& old = place(index)->value;
    if (old.capacity() > 2 * value.size()) Bytes().swap(old);
    old = value;
  }
  void insert(size_t index, ports::Row row) {
    if (index == 0 && gone_ > 0) {
      rows_[--gone_] = std::move(row);
    } else {
      rows_.insert(place(index), std::move(row));
    }
  }
  void erase(size_t index) {
    const auto row = place(index);
    Bytes().swap(row->key);
    Bytes().swap(row->value);
    if (index > 0) {
      rows_.erase(row);
      return;
    }
    ++gone_;
    if (2 * gone_ >= rows_.size()) rows_ = take();
  }

 private:
  std::vector<ports::Row>::iterator place(size_t index) {
    return rows_.begin() + static_cast<std::ptrdiff_t>(gone_ + index);
  }

  std::vector<ports::Row> rows_;
  size_t gone_ = 0;  // of the first
};

constexpr size_t kRunBytes = 200;  // what a run costs beside its rows

// What rows take in memory.
inline size_t cost_of_row(BytesView key, BytesView value) {
  return sizeof(ports::Row) + 32 + key.size() + value.size();
}
inline size_t cost_of(std::span<const ports::Row> rows) {
  size_t bytes = kRunBytes;
  for (const ports::Row& row : rows) bytes += cost_of_row(row.key, row.value);
  return bytes;
}

// How many of ascending rows are before `key`.
inline size_t count_before(std::span<const ports::Row> rows, BytesView key) {
  const auto first =
      std::lower_bound(rows.begin(), rows.end(), key,
                       [](const ports::Row& row, BytesView bound) { return row.key < bound; });
  return static_cast<size_t>(first - rows.begin());
}

}  // namespace keemun::keyspace
