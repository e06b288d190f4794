#include "model/geo_world.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace keemun::model {

namespace {

constexpr int kBitsOfASide = 26;
constexpr double kRadian = std::numbers::pi / 180.0;
constexpr double kEarth = 6372797.560856;

// A cell of the map of 2^bits columns and rows, from the south west. The last ones have one more
// behind them, in which lies nothing but the edge of the world itself.
struct Cell {
  int64_t column = 0;
  int64_t row = 0;

  friend bool operator==(const Cell& a, const Cell& b) = default;
};

// Where the n-th of the columns or rows begins.
double column_start(int64_t n, int bits) {
  return -180 + static_cast<double>(n) / std::pow(2, bits) * 360;
}
double row_start(int64_t n, int bits) {
  return -kHighestLatitude +
         static_cast<double>(n) / std::pow(2, bits) * (kHighestLatitude + kHighestLatitude);
}

Cell cell_of(const Place& place, int bits) {
  const double x = (place.longitude + 180) / 360;
  const double y = (place.latitude + kHighestLatitude) / (kHighestLatitude + kHighestLatitude);
  return {static_cast<int64_t>(x * std::pow(2, bits)), static_cast<int64_t>(y * std::pow(2, bits))};
}

// A bit of the column and one of the row in turn, 32 of each.
Cell cell_of_bits(uint64_t bits) {
  Cell cell;
  for (int i = 31; i >= 0; --i) {
    cell.column = cell.column * 2 + static_cast<int64_t>(bits >> (2 * i + 1) & 1);
    cell.row = cell.row * 2 + static_cast<int64_t>(bits >> (2 * i) & 1);
  }
  return cell;
}

uint64_t bits_of_cell(const Cell& cell) {
  uint64_t bits = 0;
  for (int i = 31; i >= 0; --i) {
    bits = bits * 4 + static_cast<uint64_t>((cell.column >> i & 1) * 2 + (cell.row >> i & 1));
  }
  return bits;
}

// A score that somebody made up is cut to 64 bits as Redis' processor cuts it.
uint64_t bits_of_score(double score) {
  const double two_to_64 = std::pow(2, 64);
  if (score >= two_to_64) return 0;
  if (score >= 0) return static_cast<uint64_t>(score);
  if (score < -two_to_64 / 2) return uint64_t{1} << 63;
  return ~static_cast<uint64_t>(-std::trunc(score)) + 1;
}

// ---- what is searched

// Of which size the cells are: about that of the region, larger near the poles.
int bits_for(double meters, double latitude) {
  if (meters == 0) return kBitsOfASide;
  int bits = -1;
  while (meters < 20037726.37) {
    meters *= 2;
    ++bits;
  }
  const double from_equator = std::abs(latitude);
  if (from_equator > 66) --bits;
  if (from_equator > 80) --bits;
  return std::min(std::max(bits, 1), kBitsOfASide);
}

// The degrees between which a region lies.
struct Frame {
  double west, east, south, north;
};

Frame frame_of(const Region& region) {
  const double tall = region.unit * (region.is_box ? region.height / 2 : region.radius);
  const double wide = region.unit * (region.is_box ? region.width / 2 : region.radius);
  const auto [longitude, latitude] = region.center;
  const double up = tall / kEarth / kRadian;
  // Measured along the edge that is farther from the equator.
  const double edge = latitude < 0 ? latitude - up : latitude + up;
  const double aside = wide / kEarth / std::cos(edge * kRadian) / kRadian;
  return {longitude - aside, longitude + aside, latitude - up, latitude + up};
}

// Beside the cell, or at the other end of the world.
int64_t beside(int64_t n, int step, int bits) {
  const int64_t count = int64_t{1} << bits;
  return step == 0 ? n : (n + step + count) % count;
}

// The cells that are searched, one after the other.
struct Plan {
  int bits = 1;
  std::vector<Cell> cells;
};

Plan plan_of(const Region& region) {
  const Frame frame = frame_of(region);
  const double half_width = region.width / 2;
  const double half_height = region.height / 2;
  const double reach =
      region.unit * (region.is_box ? std::sqrt(half_width * half_width + half_height * half_height)
                                   : region.radius);
  Plan plan;
  plan.bits = bits_for(reach, region.center.latitude);
  Cell middle = cell_of(region.center, plan.bits);
  const int64_t above = beside(middle.row, 1, plan.bits);
  const int64_t below = beside(middle.row, -1, plan.bits);
  const int64_t right = beside(middle.column, 1, plan.bits);
  const int64_t left = beside(middle.column, -1, plan.bits);
  const bool suffices = !(row_start(above + 1, plan.bits) < frame.north) &&
                        !(row_start(below, plan.bits) > frame.south) &&
                        !(column_start(right + 1, plan.bits) < frame.east) &&
                        !(column_start(left, plan.bits) > frame.west);
  if (!suffices && plan.bits > 1) middle = cell_of(region.center, --plan.bits);

  const bool is_coarse = plan.bits == 1;  // then all neighbours are searched
  const bool no_west = !is_coarse && column_start(middle.column, plan.bits) < frame.west;
  const bool no_east = !is_coarse && column_start(middle.column + 1, plan.bits) > frame.east;
  const bool no_south = !is_coarse && row_start(middle.row, plan.bits) < frame.south;
  const bool no_north = !is_coarse && row_start(middle.row + 1, plan.bits) > frame.north;
  constexpr int kOrder[9][2] = {{0, 0}, {0, 1},  {0, -1}, {1, 0},  {-1, 0},
                                {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  for (const auto& [east, north] : kOrder) {
    if ((east < 0 && no_west) || (east > 0 && no_east)) continue;
    if ((north < 0 && no_south) || (north > 0 && no_north)) continue;
    const Cell cell = {beside(middle.column, east, plan.bits),
                       beside(middle.row, north, plan.bits)};
    if (std::find(plan.cells.begin(), plan.cells.end(), cell) == plan.cells.end()) {
      plan.cells.push_back(cell);
    }
  }
  return plan;
}

// Which of the plan's cells the score lies in.
std::optional<size_t> turn_of(double score, const Plan& plan) {
  const double limit = std::pow(2, 2 * (kBitsOfASide + 1));
  if (score < 0 || score >= limit) return std::nullopt;
  Cell cell = cell_of_bits(bits_of_score(score));
  cell.column >>= kBitsOfASide - plan.bits;
  cell.row >>= kBitsOfASide - plan.bits;
  const auto found = std::find(plan.cells.begin(), plan.cells.end(), cell);
  if (found == plan.cells.end()) return std::nullopt;
  return static_cast<size_t>(found - plan.cells.begin());
}

bool is_inside(const Place& place, const Region& region) {
  if (!region.is_box) return !(distance(region.center, place) > region.radius * region.unit);
  const Place same_longitude = {place.longitude, region.center.latitude};
  const Place same_latitude = {region.center.longitude, place.latitude};
  return !(distance(same_longitude, place) > region.height * region.unit / 2) &&
         !(distance(place, same_latitude) > region.width * region.unit / 2);
}

// ---- the order of equals

// Quicksort by Bentley and McIlroy, "Engineering a Sort Function" (1993), of which Redis sorts no
// part behind the first `wanted`.
class Quicksort {
 public:
  using At = std::vector<Find>::iterator;

  Quicksort(bool nearest_first, At wanted_end) : sign_(nearest_first ? 1 : -1), end_(wanted_end) {}

  void sort(At begin, At end) {
    if (end - begin < 7) {
      for (At i = begin; i != end; ++i) {
        for (At j = i; j != begin && compare(*(j - 1), *j) > 0; --j) std::iter_swap(j - 1, j);
      }
      return;
    }
    std::iter_swap(begin, pivot(begin, end));
    At a = begin + 1;
    At b = a;
    At c = end - 1;
    At d = c;
    for (;;) {
      for (; b <= c && compare(*b, *begin) <= 0; ++b) {
        if (compare(*b, *begin) == 0) std::iter_swap(a++, b);
      }
      for (; b <= c && compare(*c, *begin) >= 0; --c) {
        if (compare(*c, *begin) == 0) std::iter_swap(c, d--);
      }
      if (b > c) break;
      std::iter_swap(b++, c--);
    }
    const auto left = std::min(a - begin, b - a);
    std::swap_ranges(begin, begin + left, b - left);
    const auto right = std::min(d - c, end - d - 1);
    std::swap_ranges(b, b + right, end - right);
    if (b - a > 1 && begin < end_) sort(begin, begin + (b - a));
    if (d - c > 1 && end - (d - c) < end_) sort(end - (d - c), end);
  }

 private:
  int compare(const Find& a, const Find& b) const {
    if (a.distance == b.distance) return 0;
    return a.distance > b.distance ? sign_ : -sign_;
  }

  At median(At a, At b, At c) const {
    if (compare(*a, *b) < 0) return compare(*b, *c) < 0 ? b : compare(*a, *c) < 0 ? c : a;
    return compare(*b, *c) > 0 ? b : compare(*a, *c) < 0 ? a : c;
  }

  At pivot(At begin, At end) const {
    const auto count = end - begin;
    At left = begin;
    At middle = begin + count / 2;
    At right = end - 1;
    if (count == 7) return middle;
    if (count > 40) {
      const auto part = count / 8;
      left = median(left, left + part, left + 2 * part);
      middle = median(middle - part, middle, middle + part);
      right = median(right - 2 * part, right - part, right);
    }
    return median(left, middle, right);
  }

  int sign_;
  At end_;
};

}  // namespace

double score_at(const Place& place) {
  return static_cast<double>(bits_of_cell(cell_of(place, kBitsOfASide)));
}

// The middle of the cell; sides count in 32 bits, and beyond the last there is the first.
Place place_at(double score) {
  const auto [column, row] = cell_of_bits(bits_of_score(score));
  const int64_t limit = int64_t{1} << 32;
  const double longitude =
      (column_start(column, kBitsOfASide) + column_start((column + 1) % limit, kBitsOfASide)) / 2;
  const double latitude =
      (row_start(row, kBitsOfASide) + row_start((row + 1) % limit, kBitsOfASide)) / 2;
  return {std::min(std::max(longitude, -180.0), 180.0),
          std::min(std::max(latitude, -kHighestLatitude), kHighestLatitude)};
}

Bytes letters_of(const Place& place) {
  const int64_t side = int64_t{1} << kBitsOfASide;
  const double count = static_cast<double>(side);
  const Cell cell = {static_cast<int64_t>((place.longitude + 180) / 360 * count) % side,
                     static_cast<int64_t>((place.latitude + 90) / 180 * count)};
  uint64_t bits = bits_of_cell(cell) >> 2;  // ten letters of five bits
  Bytes letters = "0";                      // Redis has no bits for the eleventh
  for (int i = 0; i < 10; ++i, bits /= 32) {
    letters.insert(letters.begin(), BytesView("0123456789bcdefghjkmnpqrstuvwxyz")[bits % 32]);
  }
  return letters;
}

double distance(const Place& from, const Place& to) {
  const double from_latitude = from.latitude * kRadian;
  const double to_latitude = to.latitude * kRadian;
  const double v = std::sin((to.longitude * kRadian - from.longitude * kRadian) / 2);
  if (v == 0) return kEarth * std::abs(to_latitude - from_latitude);
  const double u = std::sin((to_latitude - from_latitude) / 2);
  const double square = u * u + std::cos(from_latitude) * std::cos(to_latitude) * v * v;
  return 2 * kEarth * std::asin(std::sqrt(square));
}

std::vector<Find> search_region(const ScoredMembers& members, const Region& region) {
  const Plan plan = plan_of(region);
  std::vector<std::vector<Find>> by_turn(plan.cells.size());
  for (const auto& [score, member] : members) {
    const Place place = place_at(score);
    const auto turn = turn_of(score, plan);
    if (!turn || !is_inside(place, region)) continue;
    by_turn[*turn].push_back({member, score, place, distance(region.center, place)});
  }
  std::vector<Find> all;
  for (const auto& finds : by_turn) all.insert(all.end(), finds.begin(), finds.end());
  return all;
}

void sort_finds(std::vector<Find>& finds, bool nearest_first, size_t wanted) {
  if (wanted < finds.size()) {
    Quicksort(nearest_first, finds.begin() + static_cast<std::ptrdiff_t>(wanted))
        .sort(finds.begin(), finds.end());
    return;
  }
  std::stable_sort(finds.begin(), finds.end(), [nearest_first](const Find& a, const Find& b) {
    return nearest_first ? a.distance < b.distance : b.distance < a.distance;
  });
}

}  // namespace keemun::model
