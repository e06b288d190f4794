#include "types/geohash.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace keemun::types {

namespace {

// A side of the map, which is cut into equal parts.
struct Side {
  double low;
  double high;

  double length() const { return high - low; }
  // Which of 2^steps parts it lies in; at the upper end it is one too many.
  uint32_t part_of(double degrees, int steps) const {
    return static_cast<uint32_t>((degrees - low) / length() * std::ldexp(1.0, steps));
  }
  double start_of(uint32_t part, int steps) const {
    return low + part * 1.0 / std::ldexp(1.0, steps) * length();
  }
};

constexpr Side kWestToEast = {-kLongitudeMax, kLongitudeMax};
constexpr Side kSouthToNorth = {-kLatitudeMax, kLatitudeMax};
constexpr Side kPoleToPole = {-90, 90};

constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

// Bit n of the number goes to 2n.
uint64_t spread(uint32_t number) {
  uint64_t bits = number;
  bits = (bits | bits << 16) & 0x0000'FFFF'0000'FFFF;
  bits = (bits | bits << 8) & 0x00FF'00FF'00FF'00FF;
  bits = (bits | bits << 4) & 0x0F0F'0F0F'0F0F'0F0F;
  bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
  return (bits | bits << 1) & 0x5555'5555'5555'5555;
}

uint32_t gather(uint64_t bits) {
  bits &= 0x5555'5555'5555'5555;
  bits = (bits | bits >> 1) & 0x3333'3333'3333'3333;
  bits = (bits | bits >> 2) & 0x0F0F'0F0F'0F0F'0F0F;
  bits = (bits | bits >> 4) & 0x00FF'00FF'00FF'00FF;
  bits = (bits | bits >> 8) & 0x0000'FFFF'0000'FFFF;
  return static_cast<uint32_t>(bits | bits >> 16);
}

uint64_t bits_of(uint32_t x, uint32_t y) {
  return spread(x) << 1 | spread(y);
}

// Scores that are no such number are cut to 64 bits as x86-64 does it, since Redis leaves it there.
uint64_t bits_of_score(double score) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  constexpr uint64_t kHighestBit = uint64_t{1} << 63;
  if (score >= 2 * kTwoTo63) return 0;
  if (score >= kTwoTo63) return static_cast<uint64_t>(score);
  if (score < -kTwoTo63) return kHighestBit;
  return static_cast<uint64_t>(static_cast<int64_t>(score));
}

// The number of the part behind it may not fit, and is 0 then.
double middle_of(const Side& side, uint32_t part) {
  const double start = side.start_of(part, kGeoStepsMax);
  const double end = side.start_of(part + 1, kGeoStepsMax);
  return std::clamp((start + end) / 2, side.low, side.high);
}

}  // namespace

bool is_on_map(const Place& place) {
  return std::fabs(place.longitude) <= kLongitudeMax && std::fabs(place.latitude) <= kLatitudeMax;
}

double score_of_place(const Place& place) {
  const GeoCell cell = cell_at(place, kGeoStepsMax);
  return static_cast<double>(bits_of(cell.x, cell.y));
}

Place place_of_score(double score) {
  const uint64_t bits = bits_of_score(score);
  return {middle_of(kWestToEast, gather(bits >> 1)), middle_of(kSouthToNorth, gather(bits))};
}

Bytes geohash_text(const Place& place) {
  constexpr BytesView kLetters = "0123456789bcdefghjkmnpqrstuvwxyz";
  constexpr int kBitsPerLetter = 5;
  constexpr int kBits = 2 * kGeoStepsMax;
  const uint64_t bits = bits_of(kWestToEast.part_of(place.longitude, kGeoStepsMax),
                                kPoleToPole.part_of(place.latitude, kGeoStepsMax));
  Bytes text;
  for (int rest = kBits - kBitsPerLetter; rest >= 0; rest -= kBitsPerLetter) {
    text.push_back(kLetters[(bits >> rest) % kLetters.size()]);
  }
  return text + kLetters.front();
}

double degrees_of(double radians) {
  return radians / kRadiansPerDegree;
}

double radians_of(double degrees) {
  return degrees * kRadiansPerDegree;
}

double latitude_distance_m(double from, double to) {
  return kEarthRadiusM * std::fabs(radians_of(to) - radians_of(from));
}

// The haversine formula.
double distance_m(const Place& from, const Place& to) {
  const double v = std::sin((radians_of(to.longitude) - radians_of(from.longitude)) / 2);
  if (v == 0) return latitude_distance_m(from.latitude, to.latitude);
  const double low = radians_of(from.latitude);
  const double high = radians_of(to.latitude);
  const double u = std::sin((high - low) / 2);
  const double a = u * u + std::cos(low) * std::cos(high) * v * v;
  return 2.0 * kEarthRadiusM * std::asin(std::sqrt(a));
}

GeoCell GeoCell::moved(int to_east, int to_north) const {
  const uint32_t mask = (uint32_t{1} << steps) - 1;
  GeoCell cell = *this;  // a side that it does not move along stays, even at the edge of the world
  if (to_east != 0) cell.x = (x + static_cast<uint32_t>(to_east)) & mask;
  if (to_north != 0) cell.y = (y + static_cast<uint32_t>(to_north)) & mask;
  return cell;
}

ScoreRange GeoCell::scores() const {
  const int rest = 2 * (kGeoStepsMax - steps);
  const uint64_t bits = bits_of(x, y);
  return {{static_cast<double>(bits << rest), false},
          {static_cast<double>((bits + 1) << rest), true}};
}

double GeoCell::west() const {
  return kWestToEast.start_of(x, steps);
}
double GeoCell::east() const {
  return kWestToEast.start_of(x + 1, steps);
}
double GeoCell::south() const {
  return kSouthToNorth.start_of(y, steps);
}
double GeoCell::north() const {
  return kSouthToNorth.start_of(y + 1, steps);
}

GeoCell cell_at(const Place& place, int steps) {
  DCHECK(steps >= 1 && steps <= kGeoStepsMax && is_on_map(place));
  return {kWestToEast.part_of(place.longitude, steps), kSouthToNorth.part_of(place.latitude, steps),
          steps};
}

}  // namespace keemun::types
