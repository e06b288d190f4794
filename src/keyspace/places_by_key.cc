#include "keyspace/places_by_key.h"

#include <algorithm>

namespace keemun::keyspace {

void PlacesByKey::put_in_slot(size_t place, uint64_t hash) {
  size_t at = home_of(hash);
  while (slots_[at].place_after != 0) at = next_slot(at);
  slots_[at] = {mark_of(hash), static_cast<uint32_t>(place + 1)};
}

void PlacesByKey::make_room() {
  constexpr size_t kSlotsMin = 32;
  slots_.assign(std::max(kSlotsMin, slots_.size() * 2), Slot());
}

}  // namespace keemun::keyspace
