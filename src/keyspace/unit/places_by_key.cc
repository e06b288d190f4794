#include "keyspace/unit/places_by_key.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace keemun::keyspace {

void PlacesByKey::put(uint32_t mark, size_t place) {
  size_t slot = slot_of(mark);
  while (slots_[slot].place_after != 0) slot = next_slot(slot);
  slots_[slot] = {mark, static_cast<uint32_t>(place + 1)};
}

void PlacesByKey::make_room(size_t count) {
  constexpr size_t kSlotsMin = 32;
  const size_t slots = std::max(kSlotsMin, std::bit_ceil(count * 2));
  const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots));
  for (const Slot& slot : before) {
    if (slot.place_after != 0) put(slot.mark, slot.place_after - 1);
  }
}

}  // namespace keemun::keyspace
