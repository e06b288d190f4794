#include "keyspace/row_table.h"

#include <utility>

#include "base/check.h"

namespace keemun::keyspace {

size_t RowTable::slot_of(uint64_t hash, BytesView key) const {
  size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot].row && (slots_[slot].hash != hash || slots_[slot].row->key() != key)) {
    slot = next_slot(slot);
  }
  return slot;
}

RowTable::Row& RowTable::insert(BytesView key, uint64_t hash) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  Slot& slot = slots_[slot_of(hash, key)];
  DCHECK(!slot.row);
  slot = {hash, std::make_unique<Row>()};
  ++count_;
  Row& row = *slot.row;
  row.bytes_ = key;
  row.key_bytes_ = key.size();
  row.hash_ = hash;
  row.before_ = row.behind_ = &row;
  put_last(row);
  return row;
}

void RowTable::erase(Row& row) {
  unlink(row);
  --count_;
  ++erasures_;
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

void RowTable::grow() {
  std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (Slot& slot : before) {
    if (slot.row) slots_[slot_of(slot.hash, slot.row->key())] = std::move(slot);
  }
}

}  // namespace keemun::keyspace
