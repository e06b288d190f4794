// A part of the world around a place, and the cells of the map that are searched for it.
//
// Which cells those are can be seen: in the order of an answer that nobody sorted, and where they
// do not cover all of the area. So they are those of Redis, which looks into the cell of the centre
// and into its eight neighbours, of such a size that they mostly suffice, but for neighbours that
// the area does not reach. Where an area reaches over a pole some places are missed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "types/geohash.h"
#include "types/ranges.h"

namespace keemun::types {

struct GeoArea {
  enum class Shape : uint8_t { kCircle, kBox };

  Place center;
  Shape shape = Shape::kCircle;
  double radius = 0;  // of a circle
  double width = 0;   // of a box
  double height = 0;
  double meters_per_unit = 1;  // of all three

  // How far it is from the centre; nothing where it lies outside.
  std::optional<double> distance_m_inside(const Place& place) const;
};

// In the order in which they are searched; no two of them meet.
std::vector<ScoreRange> ranges_to_search(const GeoArea& area);

}  // namespace keemun::types
