#include "keyspace/row_table.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/check.h"
#include "base/hash.h"

namespace keemun::keyspace {

size_t RowTable::slot_of(uint64_t hash, BytesView key) const {
  size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot].row && (slots_[slot].hash != hash || slots_[slot].row->key() != key)) {
    slot = next_slot(slot);
  }
  return slot;
}

RowTable::Row* RowTable::find(BytesView key) const {
  return slots_[slot_of(hash_bytes(key), key)].row.get();
}

void RowTable::FreeRow::operator()(Row* row) const {
  row->~Row();
  ::operator delete(row);
}

RowTable::OwnedRow RowTable::make_row(BytesView key, std::optional<BytesView> value) {
  const size_t room = key.size() + (value ? value->size() : 0);
  OwnedRow row(new (::operator new(sizeof(Row) + room)) Row);
  row->key_size_ = key.size();
  row->room_ = room;
  std::copy(key.begin(), key.end(), reinterpret_cast<char*>(row.get() + 1));
  write_value(*row, value);
  return row;
}

void RowTable::write_value(Row& row, std::optional<BytesView> value) {
  row.is_absent_ = !value;
  row.value_size_ = value ? value->size() : 0;
  if (value)
    std::copy(value->begin(), value->end(), reinterpret_cast<char*>(&row + 1) + row.key_size_);
}

RowTable::Row& RowTable::set_value(Row& row, std::optional<BytesView> value) {
  constexpr size_t kWasteMax = 64;
  const size_t wanted = row.key_size_ + (value ? value->size() : 0);
  if (wanted <= row.room_ && row.room_ <= 2 * wanted + kWasteMax) {
    write_value(row, value);
    return row;
  }
  OwnedRow& place = slots_[slot_of(row.hash_, row.key())].row;
  OwnedRow moved = make_row(row.key(), value);
  moved->is_known = row.is_known;
  moved->was_used = row.was_used;
  moved->hash_ = row.hash_;
  moved->before_ = row.before_;
  moved->behind_ = row.behind_;
  row.before_->behind_ = row.behind_->before_ = moved.get();
  place = std::move(moved);
  return *place;
}

RowTable::Row& RowTable::insert(BytesView key, std::optional<BytesView> value) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const uint64_t hash = hash_bytes(key);
  Slot& slot = slots_[slot_of(hash, key)];
  DCHECK(!slot.row);
  slot = {hash, make_row(key, value)};
  ++count_;
  Row& row = *slot.row;
  row.hash_ = hash;
  row.before_ = row.behind_ = &row;
  put_last(row);
  return row;
}

void RowTable::erase(Row& row) {
  unlink(row);
  --count_;
  const size_t mask = slots_.size() - 1;
  size_t hole = slot_of(row.hash_, row.key());
  // Rows behind it move up where they had to make way, so that none is behind a hole.
  for (size_t slot = next_slot(hole); slots_[slot].row; slot = next_slot(slot)) {
    const size_t from_home = (slot - slots_[slot].hash) & mask;
    const size_t from_hole = (slot - hole) & mask;
    if (from_home < from_hole) continue;
    std::swap(slots_[hole], slots_[slot]);
    hole = slot;
  }
  slots_[hole].row.reset();
}

void RowTable::clear() {
  slots_ = std::vector<Slot>(kSlotsMin);
  count_ = 0;
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

void RowTable::grow() {
  std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (Slot& slot : before) {
    if (slot.row) slots_[slot_of(slot.hash, slot.row->key())] = std::move(slot);
  }
}

}  // namespace keemun::keyspace
