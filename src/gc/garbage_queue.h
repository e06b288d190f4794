// What commands left behind and nobody has collected yet: bounded, each incarnation once. What
// finds it full is dropped, and a scan has to find it. What was collected by a commit that fails
// comes back.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "base/bytes.h"
#include "format/key_generation.h"
#include "format/key_meta.h"
#include "gc/totals.h"
#include "gc/uncommitted.h"

namespace keemun::gc {

// Of the families in which a key of this type may have rows, beside its meta, the last: only sorted
// sets have more than one. kMeta: none, a string is in its meta.
constexpr format::RowFamily last_family_of(format::KeyType type) {
  switch (type) {
    case format::KeyType::kString:
      return format::RowFamily::kMeta;
    case format::KeyType::kZSet:
      return format::RowFamily::kIndex;
    default:
      return format::RowFamily::kSub;
  }
}

// One incarnation of a key, whose rows are to go.
struct DeadKey {
  size_t place = 0;  // of its namespace
  Bytes key;
  format::KeyVersion version;
  format::RowFamily last_family = format::RowFamily::kIndex;  // that can have rows of it
  int64_t queued_at_ms = 0;

  // Where collecting it goes on: the family, and in it the first row not looked at; empty: at its
  // beginning.
  format::RowFamily family = format::RowFamily::kSub;
  Bytes position = {};
};

class GarbageQueue {
 public:
  // Names of keys may be very long: `bytes_max` is of all of them. The totals outlive it.
  explicit GarbageQueue(Totals& totals, size_t size_max, size_t bytes_max = size_t{32} << 20)
      : totals_(totals), size_max_(size_max), bytes_max_(bytes_max) {}

  // What comes from now on has come then.
  void set_now(int64_t now_ms) { now_ms_ = now_ms; }
  void push(DeadKey dead);
  // How much of the place was: then a round over its rows is due, however short it is since the
  // last. Who has begun one forgets what was dropped before that.
  size_t dropped(size_t place) const;
  void forget_dropped(size_t place, size_t count);
  // As if something had been.
  void note_dropped(size_t place) { ++dropped_[place]; }
  bool has_dropped_any() const { return !dropped_.empty(); }
  bool empty() const { return queue_.empty(); }
  size_t size() const { return queue_.size(); }
  bool is_half_full() const { return size() > size_max_ / 2 || bytes_ > bytes_max_ / 2; }
  // For how long the first one has waited.
  int64_t behind_ms() const { return empty() ? 0 : now_ms_ - queue_.front().queued_at_ms; }
  DeadKey& front() { return queue_.front(); }
  void pop();
  // The first one becomes the last.
  void put_off();

  // What was popped and forgotten until now belongs to a commit that begins; that commit, or all
  // that were gathered, have succeeded; or none has, and all is to be collected from its beginning.
  void depart();
  void arrive();
  void settle();
  void begin_anew();

 private:
  using Name = std::pair<std::pair<size_t, format::KeyVersion>, Bytes>;
  static Name name_of(const DeadKey& dead);

  Totals& totals_;
  const size_t size_max_;
  const size_t bytes_max_;
  size_t bytes_ = 0;
  int64_t now_ms_ = 0;
  std::deque<DeadKey> queue_;
  std::set<Name> names_;
  std::map<size_t, size_t> dropped_;  // by place; never none
  Uncommitted<DeadKey> popped_;
  Uncommitted<std::pair<size_t, size_t>> forgotten_;  // of dropped_
};

}  // namespace keemun::gc
