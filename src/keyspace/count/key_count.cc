#include "keyspace/count/key_count.h"

#include "base/check.h"
#include "base/integer_codec.h"

namespace keemun::keyspace {

namespace {

constexpr int64_t kMsPerSecond = 1000;

// The first whole second at which the time is over.
int64_t second_of(int64_t expire_at_ms) {
  return expire_at_ms / kMsPerSecond + 1;
}

}  // namespace

bool KeyCount::count_page(ports::Rows& rows, size_t rows_max) {
  if (is_complete_) return true;
  const uint64_t changes_before = changes_;
  KeyMetas::Page page = metas_.page(rows, position_, rows_max);
  if (changes_ != changes_before) return false;
  ++changes_;
  for (const MetaChange::Side& side : page.sides) add(side, 1);
  is_complete_ = !page.next;
  if (page.next) position_ = std::move(page.next);
  return true;
}

KeyCount::Totals KeyCount::totals(int64_t now_ms) {
  expiring_.drop_until(now_ms / kMsPerSecond);
  return {lasting_ + expiring_.total(), expiring_.total()};
}

bool KeyCount::includes(const MetaChange::Side& side, int64_t now_ms) {
  const bool lasts = side.expire_at_ms < 0;
  return side.is_there && (lasts || second_of(side.expire_at_ms) > now_ms / kMsPerSecond);
}

void KeyCount::changed(const MetaChange& change) {
  const bool is_counted = is_complete_ || (position_ && change.row < *position_);
  if (!is_counted) {
    ++changes_;
    return;
  }
  if (!change.is_known) return start_over();
  add(change.before, -1);
  add(change.after, 1);
}

void KeyCount::expired(BytesView key, int64_t expire_at_ms) {
  changed({metas_.row_of(key), true, {true, expire_at_ms}, {}});
}

void KeyCount::flushed() {
  start_over();
  is_complete_ = true;
}

void KeyCount::start_over() {
  ++changes_;
  is_complete_ = false;
  position_.reset();
  lasting_ = 0;
  expiring_.clear();
}

// lasting keys, and for each second: when, how many
Bytes KeyCount::told() const {
  CHECK(is_complete_);
  Bytes told;
  append_be_int64(told, lasting_);
  expiring_.for_each([&told](int64_t second, int64_t number) {
    append_be_int64(told, second);
    append_be_int64(told, number);
  });
  return told;
}

bool KeyCount::take(BytesView told) {
  ByteReader reader(told);
  int64_t lasting = 0;
  if (!reader.read_be_int64(lasting)) return false;
  SecondCounts expiring;
  while (!reader.at_end()) {
    int64_t second = 0;
    int64_t number = 0;
    if (!reader.read_be_int64(second) || !reader.read_be_int64(number)) return false;
    if (!expiring.add(second, number)) return false;
  }
  flushed();
  lasting_ = lasting;
  expiring_ = std::move(expiring);
  return true;
}

void KeyCount::add(const MetaChange::Side& side, int64_t number) {
  if (!side.is_there) return;
  if (side.expire_at_ms < 0) {
    lasting_ += number;
    return;
  }
  // Where its second is over it has left already.
  expiring_.add(second_of(side.expire_at_ms), number);
}

}  // namespace keemun::keyspace
