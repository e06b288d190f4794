// The world as Redis sees it: how a place becomes a score, how far it is, what is searched, in
// which order. Numbers are compared to the last bit, so every formula is written in the order in
// which Redis computes it.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "model/scored.h"

namespace keemun::model {

inline constexpr double kHighestLatitude = 85.05112878;

struct Place {
  double longitude = 0;
  double latitude = 0;
};

double score_at(const Place& place);
Place place_at(double score);
// The geohash as others write it.
Bytes letters_of(const Place& place);
// In meters.
double distance(const Place& from, const Place& to);

struct Region {
  Place center;
  bool is_box = false;
  double radius = 0;
  double width = 0;
  double height = 0;
  double unit = 1;  // how many meters
};

struct Find {
  Bytes member;
  double score = 0;
  Place place;
  double distance = 0;  // from the centre, in meters
};

// In the order in which Redis comes upon them. `members` are ordered as the sorted set is.
std::vector<Find> search_region(const ScoredMembers& members, const Region& region);

// By distance, so that the first `wanted` are in their places, and those of one distance stand as
// Redis leaves them.
void sort_finds(std::vector<Find>& finds, bool nearest_first, size_t wanted);

}  // namespace keemun::model
