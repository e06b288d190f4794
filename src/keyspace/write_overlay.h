// Writes that are queued and not yet in the store, and reads that see them: a store with this laid
// over it looks as it will look after the commit.
//
// A row is either put or erased here, or unknown here; a later write of the same row replaces the
// earlier one. A range erase erases the rows queued inside it and hides the store's rows there.
//
// What is queued stands as the batch that it will be. Rows are found without an order, and put in
// one when somebody asks for a range of them, which most commands never do. While a store below
// lets others run, nobody writes here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "keyspace/places_by_key.h"
#include "ports/kv_store.h"
#include "ports/rows.h"
#include "ports/write_batch.h"

namespace keemun::keyspace {

class WriteOverlay {
 public:
  enum class Answer : uint8_t { kUnknown, kErased, kPut };
  struct Found {
    Answer answer = Answer::kUnknown;
    const Bytes* value = nullptr;  // of kPut; valid until the next write
  };

  // By stage: for a store that makes the rows of a batch visible one by one.
  enum class Order : uint8_t { kAsTheyCame, kByStage };
  explicit WriteOverlay(Order order = Order::kAsTheyCame, const TableHash& hash = {})
      : order_(order), places_(hash) {}

  bool empty() const { return batch_.empty(); }

  Found find(BytesView key) const;
  // As many answers as keys; asks `below` once, for those that are unknown here.
  std::vector<std::optional<Bytes>> multi_get(ports::KvStore& below,
                                              std::span<const Bytes> keys) const;
  // A page of `below` with the queued writes laid over it.
  ports::ScanPage scan(ports::KvStore& below, const ports::ScanRequest& request) const;
  ports::PassedRows pass_over(ports::KvStore& below, const ports::ScanRequest& request) const;

  void put(Bytes key, Bytes value, ports::Stage stage);
  void erase(Bytes key, ports::Stage stage);
  void erase_range(Bytes begin, Bytes end);

  // Whether a row in the range is queued to be put.
  bool puts_within(BytesView begin, BytesView end) const;

  size_t byte_count() const { return byte_count_; }
  bool has_range_erases() const { return !batch_.range_erases.empty(); }

  // Everything queued, in the order in which it came. Nothing but a write changes it: another
  // thread may read it meanwhile.
  const ports::WriteBatch& batch() const { return batch_; }
  // The same in the order of this overlay; nothing is queued afterwards.
  ports::WriteBatch take();
  void clear();

 private:
  using Write = ports::WriteBatch::Write;
  using Places = std::span<const uint32_t>;
  // The queued rows of a range, walked from either end.
  template <bool kReverse>
  class Walk;

  const Write& write_at(size_t place) const { return batch_.writes[place]; }
  auto key_at() const {
    return [this](size_t place) { return BytesView(write_at(place).key); };
  }
  void write(Write&& write, ports::Stage stage);
  // Where all rows stand, in the order of their keys, and those of a range.
  Places in_order() const;
  Places within(BytesView begin, BytesView end) const;
  bool is_range_erased(BytesView key) const;
  // What lies before everything that is queued for the range, from the side that is asked for.
  std::pair<Bytes, Bytes> untouched(const ports::ScanRequest& request) const;
  // Adds a range to what is erased.
  void hide(Bytes begin, Bytes end);

  template <bool kReverse>
  ports::ScanPage merge(ports::KvStore& below, const ports::ScanRequest& request) const;

  Order order_;
  ports::WriteBatch batch_;
  PlacesByKey places_;                          // of the writes
  std::vector<ports::Stage> stages_;            // of the same, where they go by stage
  mutable std::vector<uint32_t> sorted_;        // places of those that came first, in order
  std::map<Bytes, Bytes, std::less<>> erased_;  // ranges, begin → end, none touching another
  size_t byte_count_ = 0;
};

}  // namespace keemun::keyspace
