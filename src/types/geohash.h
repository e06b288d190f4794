// Places as sorted sets keep them: a longitude and a latitude of 26 bits each, one bit of either in
// turn, the highest first, make a number of 52 bits, which is the score. Members near each other
// have scores that begin alike, so the members of a cell of the map stand together.
//
// Exact to the bit: places and distances are compared, so every sum is made in one order, and it is
// that of Redis.
//
//   cell of s steps   x and y, the first s bits of longitude and latitude
//   its scores        from the bits of (x, y), 52 - 2s zeros behind them, up to those of the next
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "types/ranges.h"

namespace keemun::types {

// In degrees.
struct Place {
  double longitude = 0;
  double latitude = 0;
};

inline constexpr double kLongitudeMax = 180;
inline constexpr double kLatitudeMax = 85.05112878;  // where the map of the world is square
inline constexpr int kGeoStepsMax = 26;

// Whether there is a score for it.
bool is_on_map(const Place& place);

// The place is on the map.
double score_of_place(const Place& place);
// The middle of the cell that the score names. Any score names one: what is no number of 52 bits
// names one at the edge.
Place place_of_score(double score);

// Eleven letters of the geohash that others use, too, whose map goes up to the poles. The last one
// is always 0: there are no bits left for it.
Bytes geohash_text(const Place& place);

// Along the great circle.
double distance_m(const Place& from, const Place& to);
// Between two places of one longitude.
double latitude_distance_m(double from, double to);

double degrees_of(double radians);
double radians_of(double degrees);
inline constexpr double kEarthRadiusM = 6372797.560856;

// One cell of the map when each side is halved `steps` times.
struct GeoCell {
  uint32_t x = 0;  // counted from the west
  uint32_t y = 0;  // counted from the south
  int steps = 1;

  // The cell beside it, around the world if need be, even over a pole.
  GeoCell moved(int east, int north) const;
  ScoreRange scores() const;

  double west() const;
  double east() const;
  double south() const;
  double north() const;
};

GeoCell cell_at(const Place& place, int steps);

}  // namespace keemun::types
