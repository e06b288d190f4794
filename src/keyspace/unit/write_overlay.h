// Writes that are queued and not yet in the store, and reads that see them: a store with this laid
// over it looks as it will look after the commit.
//
// A row is either put or erased here, or unknown here; a later write of the same row replaces the
// earlier one, whose word on what was there before stands. A range erase erases the rows queued
// inside it and hides the store's rows there.
//
// What is queued stands as the batch that it will be. Rows are found without an order, and put in
// one when somebody asks for a range of them, which most commands never do. While a store below
// lets others run, nobody writes here.
//
// Rows that are looked up once and then perhaps written, as metas are, stand in the same table with
// what was there: who has looked one up goes by its place.
#pragma once

#include <boost/container/small_vector.hpp>
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
#include "keyspace/unit/hollow_spans.h"
#include "keyspace/unit/places_by_key.h"
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

  // A row by its place: of one that is written here, or was looked up. Asks `below` where nothing
  // is known of it yet.
  size_t look_up(ports::KvStore& below, Bytes key);
  size_t row_count() const { return known_.size(); }
  BytesView key_of(size_t row) const;
  // As it will be; valid until the next write or look-up.
  std::optional<BytesView> value_of(size_t row) const;
  // Null where it is only looked up.
  const ports::WriteBatch::Write* write_of(size_t row) const;
  // What the store below had when it was looked up; null where that was not asked. Of a long one
  // that is written here its head (ports::Values::kHeads): many that are deleted at once are not
  // to stay in memory.
  const std::optional<Bytes>* before(size_t row) const;
  void put_at(size_t row, Bytes&& value, ports::Stage stage);
  void erase_at(size_t row, ports::Stage stage);

  std::optional<Bytes> get(ports::KvStore& below, BytesView key) const;
  // As many answers as keys; asks `below` once, for those that are unknown here.
  std::vector<std::optional<Bytes>> multi_get(ports::KvStore& below,
                                              std::span<const Bytes> keys) const;
  // A page of `below` with the queued writes laid over it.
  ports::ScanPage scan(ports::KvStore& below, const ports::ScanRequest& request) const;
  ports::PassedRows pass_over(ports::KvStore& below, const ports::ScanRequest& request) const;
  // Whether something is queued for what comes first of the range.
  bool writes_beside(const ports::ScanRequest& request) const {
    const auto [begin, end] = untouched(request);
    return begin >= end;
  }

  void write(ports::WriteBatch::Write&& write, ports::Stage stage);
  void erase_range(Bytes begin, Bytes end);
  // All of a batch, which is taken out of it.
  void write_all(ports::WriteBatch& batch, ports::Stage stage);

  // What is queued now, so that nobody has to wait for it when he asks for a range: pauses in
  // between, in which nobody writes here. Not where rows go by stage.
  void put_in_order(const std::function<void()>& pause);

  // While it is shared nobody writes, several threads may read, and reads change nothing.
  void set_shared(bool is_shared) {
    if (is_shared) in_order();
    is_shared_ = is_shared;
  }

  // Whether a row in the range is queued to be put.
  bool puts_within(BytesView begin, BytesView end) const;

  size_t byte_count() const { return byte_count_; }
  bool has_range_erases() const { return !batch_.range_erases.empty(); }

  // Everything queued, in the order in which it came. Nothing but a write changes it: another
  // thread may read it meanwhile.
  const ports::WriteBatch& batch() const { return batch_; }
  // The same in the order of this overlay; nothing is queued afterwards. Of many rows that had been
  // put in order for the most part, with that order.
  ports::WriteBatch take();
  void clear();

 private:
  using Write = ports::WriteBatch::Write;
  using Places = std::span<const uint32_t>;
  // The queued rows of a range, walked from either end.
  template <bool kReverse>
  class Walk;

  // What is known of a row: where its write stands, where what was read.
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Known {
    uint32_t write = kNone;
    uint32_t read = kNone;
  };
  struct Read {
    std::optional<Bytes> value;
    bool was_asked = false;
    Bytes key;  // until it is written: then the write has it
  };

  const Write& write_at(size_t place) const { return batch_.writes[place]; }
  auto key_at() const {
    return [this](size_t row) { return key_of(row); };
  }
  auto is_before() const {
    return [this](uint32_t a, uint32_t b) { return write_at(a).key < write_at(b).key; };
  }
  // Where they stand now; kNone for each that was there already.
  std::vector<uint32_t> write_many(std::span<Write> writes, ports::Stage stage);
  void write_sought(Write&& write, ports::Stage stage, const PlacesByKey::Sought& sought);
  void write_known(Known& known, Bytes&& value, bool is_erase, ports::Stage stage);
  void append(Write&& write, ports::Stage stage);
  ports::WasThere was_there(const Read& read) const;
  // Where all rows stand, in the order of their keys, and those of a range.
  Places in_order() const;
  template <typename IsBefore>
  void sort_rest(const IsBefore& resting) const;
  Places within(BytesView begin, BytesView end) const;
  bool is_range_erased(BytesView key) const;
  // What lies before everything that is queued for the range, from the side that is asked for.
  std::pair<Bytes, Bytes> untouched(const ports::ScanRequest& request) const;
  // Of a range at whose ends nothing is hollow.
  ports::PassedRows pass_over_solid(ports::KvStore& below, const ports::ScanRequest& asked) const;
  // Adds a range to what is erased.
  void hide(Bytes begin, Bytes end);

  // What is erased here before the first row of a page is not stepped over again.
  template <bool kReverse>
  void note_hollow(const ports::ScanRequest& request, const ports::ScanPage& page) const;

  template <bool kReverse>
  ports::ScanPage merge(ports::KvStore& below, const ports::ScanRequest& request) const;

  Order order_;
  ports::WriteBatch batch_;
  PlacesByKey places_;  // of the next
  // Most commands look one key up and know few rows: then no memory is asked for.
  boost::container::small_vector<Known, 8> known_;
  boost::container::small_vector<Read, 2> reads_;
  std::vector<ports::Stage> stages_;            // of the writes, where they go by stage
  mutable std::vector<uint32_t> sorted_;        // places of those that came first, in order
  std::map<Bytes, Bytes, std::less<>> erased_;  // ranges, begin → end, none touching another
  mutable HollowSpans hollow_;
  bool is_shared_ = false;
  size_t byte_count_ = 0;
};

}  // namespace keemun::keyspace
