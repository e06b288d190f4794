#include "keyspace/memory/row_table.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace keemun::keyspace {

RowTable::RowTable(const TableHash& hash, size_t bytes_max)
    : hash_(hash),
      parts_(std::bit_floor(std::clamp<size_t>(bytes_max / kPartBytes, 1, kPartsMax))) {
  clear();
}

size_t RowTable::slot_of(const std::vector<Slot>& slots, uint64_t hash, BytesView key) {
  size_t slot = hash & (slots.size() - 1);
  while (slots[slot].row && (slots[slot].hash != hash || slots[slot].row->key() != key)) {
    slot = next_slot(slots, slot);
  }
  return slot;
}

void RowTable::Row::write_value(std::optional<BytesView> value) {
  is_absent_ = !value;
  value_bytes_ = value ? static_cast<uint32_t>(value->size()) : 0;
  if (value) value->copy(bytes() + key_bytes_, value_bytes_);
}

RowTable::OwnedRow RowTable::make_row(BytesView key, std::optional<BytesView> value) {
  static_assert(std::is_trivially_destructible_v<Row>, "a block is freed as it is");
  const size_t capacity = key.size() + (value ? value->size() : 0);
  CHECK(capacity <= kRowBytesMax);
  OwnedRow row(new (::operator new(sizeof(Row) + capacity)) Row);
  row->capacity_ = static_cast<uint32_t>(capacity);
  row->key_bytes_ = static_cast<uint32_t>(key.size());
  key.copy(row->bytes(), key.size());
  row->write_value(value);
  return row;
}

RowTable::Row& RowTable::insert(BytesView key, uint64_t hash, std::optional<BytesView> value) {
  Part& part = part_of(hash);
  if ((part.count + 1) * 2 > part.slots.size()) grow(part);
  Slot& slot = part.slots[slot_of(part.slots, hash, key)];
  DCHECK(!slot.row);
  slot = {hash, make_row(key, value)};
  ++part.count;
  put_last(*slot.row);
  return *slot.row;
}

RowTable::Row& RowTable::set_value(Row& row, std::optional<BytesView> value) {
  constexpr size_t kSpareBytesMax = 64;
  const size_t wanted = row.key_bytes_ + (value ? value->size() : 0);
  if (wanted <= row.capacity_ && row.capacity_ <= wanted * 2 + kSpareBytesMax) {
    row.write_value(value);
    return row;
  }
  ++erasures_;
  OwnedRow other = make_row(row.key(), value);
  other->is_known = row.is_known;
  other->was_used = row.was_used;
  other->stored_at = row.stored_at;
  other->before_ = row.before_;
  other->behind_ = row.behind_;
  other->before_->behind_ = other->behind_->before_ = other.get();
  const uint64_t hash = hash_of(row.key());
  std::vector<Slot>& slots = part_of(hash).slots;
  Slot& slot = slots[slot_of(slots, hash, row.key())];
  slot.row = std::move(other);  // and the former one is no more
  return *slot.row;
}

void RowTable::erase(Row& row) {
  unlink(row);
  const uint64_t hash = hash_of(row.key());
  Part& part = part_of(hash);
  std::vector<Slot>& slots = part.slots;
  --part.count;
  ++erasures_;
  const size_t mask = slots.size() - 1;
  size_t hole = slot_of(slots, hash, row.key());
  // Rows behind it move up where they had to make way, so that none is behind a hole.
  for (size_t slot = next_slot(slots, hole); slots[slot].row; slot = next_slot(slots, slot)) {
    const size_t from_home = (slot - slots[slot].hash) & mask;
    const size_t from_hole = (slot - hole) & mask;
    if (from_home < from_hole) continue;
    std::swap(slots[hole], slots[slot]);
    hole = slot;
  }
  slots[hole].row.reset();
}

void RowTable::clear() {
  for (Part& part : parts_) part = Part();
  ++erasures_;
  ring_.before_ = ring_.behind_ = &ring_;
}

void RowTable::put_last(Row& row) {
  unlink(row);
  row.before_ = ring_.before_;
  row.behind_ = &ring_;
  row.before_->behind_ = row.behind_->before_ = &row;
}

void RowTable::unlink(Row& row) {
  row.before_->behind_ = row.behind_;
  row.behind_->before_ = row.before_;
}

void RowTable::grow(Part& part) {
  std::vector<Slot>& slots = part.slots;
  std::vector<Slot> before = std::exchange(slots, std::vector<Slot>(slots.size() * 2));
  for (Slot& slot : before) {
    if (slot.row) slots[slot_of(slots, slot.hash, slot.row->key())] = std::move(slot);
  }
}

}  // namespace keemun::keyspace
