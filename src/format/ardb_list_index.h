// Where an element of a list of the ardb family stands: an int, or a double between two others.
// Pure arithmetic; one place has one form, so a double that is an int64 is that int.
#pragma once

#include <cstdint>
#include <optional>

#include "format/ardb_element.h"

namespace keemun::format {

// The mean of two indexes; none where no index of a list lies between them.
std::optional<ArdbElement> ardb_index_between(const ArdbElement& low, const ArdbElement& high);

// The int that stands `steps` before, or behind, all indexes from `index` on, steps at least 1;
// none where there are no such ints.
std::optional<int64_t> ardb_index_before(const ArdbElement& index, int64_t steps);
std::optional<int64_t> ardb_index_behind(const ArdbElement& index, int64_t steps);

}  // namespace keemun::format
