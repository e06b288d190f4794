#include "types/geo_area.h"

#include <algorithm>
#include <cmath>

namespace keemun::types {

namespace {

bool is_circle(const GeoArea& area) {
  return area.shape == GeoArea::Shape::kCircle;
}

// From its centre to what is farthest away.
double reach_m(const GeoArea& area) {
  if (is_circle(area)) return area.radius * area.meters_per_unit;
  const double x = area.width / 2;
  const double y = area.height / 2;
  return std::sqrt(x * x + y * y) * area.meters_per_unit;
}

// Between which degrees the area lies; beyond the map, or upside down, where it holds a pole.
struct Bounds {
  double west;
  double east;
  double south;
  double north;
};

Bounds bounds_of(const GeoArea& area) {
  const double height = area.meters_per_unit * (is_circle(area) ? area.radius : area.height / 2);
  const double width = area.meters_per_unit * (is_circle(area) ? area.radius : area.width / 2);
  const double latitude = area.center.latitude;
  const double to_north = degrees_of(height / kEarthRadiusM);
  // Degrees are shortest on the side that is nearer to a pole.
  const double narrowest = latitude < 0 ? latitude - to_north : latitude + to_north;
  const double to_east = degrees_of(width / kEarthRadiusM / std::cos(radians_of(narrowest)));
  return {area.center.longitude - to_east, area.center.longitude + to_east, latitude - to_north,
          latitude + to_north};
}

// How often a side of the map is halved for cells about as large as what is searched.
int steps_for(double reach, double latitude) {
  constexpr double kHalfTheMapM = 20037726.37;
  constexpr double kNarrowLatitude = 66;
  constexpr double kNarrowestLatitude = 80;
  if (reach == 0) return kGeoStepsMax;
  int steps = -1;
  for (; reach < kHalfTheMapM; reach *= 2) ++steps;
  if (std::fabs(latitude) > kNarrowLatitude) --steps;
  if (std::fabs(latitude) > kNarrowestLatitude) --steps;
  return std::clamp(steps, 1, kGeoStepsMax);
}

bool are_cells_too_small(const GeoCell& middle, const Bounds& bounds) {
  return middle.moved(0, 1).north() < bounds.north || middle.moved(0, -1).south() > bounds.south ||
         middle.moved(1, 0).east() < bounds.east || middle.moved(-1, 0).west() > bounds.west;
}

// A step to a neighbour, in the order in which neighbours are searched.
struct Step {
  int east;
  int north;
};
constexpr Step kSteps[] = {{0, 0}, {0, 1},  {0, -1}, {1, 0},  {-1, 0},
                           {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

bool is_reached(const Step& step, const GeoCell& middle, const Bounds& bounds) {
  return !((step.north < 0 && middle.south() < bounds.south) ||
           (step.north > 0 && middle.north() > bounds.north) ||
           (step.east < 0 && middle.west() < bounds.west) ||
           (step.east > 0 && middle.east() > bounds.east));
}

}  // namespace

std::optional<double> GeoArea::distance_m_inside(const Place& place) const {
  if (shape == Shape::kBox) {
    const double north = latitude_distance_m(place.latitude, center.latitude);
    if (north > height * meters_per_unit / 2) return std::nullopt;
    const double east = distance_m(place, {center.longitude, place.latitude});
    if (east > width * meters_per_unit / 2) return std::nullopt;
    return distance_m(center, place);
  }
  const double distance = distance_m(center, place);
  if (distance > radius * meters_per_unit) return std::nullopt;
  return distance;
}

std::vector<ScoreRange> ranges_to_search(const GeoArea& area) {
  const Bounds bounds = bounds_of(area);
  const int steps = steps_for(reach_m(area), area.center.latitude);
  GeoCell middle = cell_at(area.center, steps);
  if (steps > 1 && are_cells_too_small(middle, bounds)) middle = cell_at(area.center, steps - 1);

  std::vector<ScoreRange> ranges;
  for (const Step& step : kSteps) {
    // A world of two cells by two has one neighbour in either direction: it is both.
    if (middle.steps == 1 && (step.east < 0 || step.north < 0)) continue;
    if (middle.steps > 1 && !is_reached(step, middle, bounds)) continue;
    ranges.push_back(middle.moved(step.east, step.north).scores());
  }
  return ranges;
}

}  // namespace keemun::types
