#include "keyspace/unit/places_by_key.h"

#include <algorithm>
#include <utility>

namespace keemun::keyspace {

void PlacesByKey::put(uint32_t mark, size_t place) {
  size_t slot = slot_of(mark);
  while (slots_[slot].place_after != 0) slot = next_slot(slot);
  slots_[slot] = {mark, static_cast<uint32_t>(place + 1)};
}

void PlacesByKey::make_room() {
  constexpr size_t kSlotsMin = 32;
  const std::vector<Slot> before =
      std::exchange(slots_, std::vector<Slot>(std::max(kSlotsMin, slots_.size() * 2)));
  for (const Slot& slot : before) {
    if (slot.place_after != 0) put(slot.mark, slot.place_after - 1);
  }
}

}  // namespace keemun::keyspace
