#include "types/geohash.h"

#include <gtest/gtest.h>

#include <limits>

#include "types/geo_area.h"

namespace keemun::types {
namespace {

constexpr Place kPalermo = {13.361389, 38.115556};
constexpr Place kCatania = {15.087269, 37.502669};

TEST(Geohash, KeepsAPlaceInAScore) {
  EXPECT_EQ(score_of_place(kPalermo), 3479099956230698.0);
  EXPECT_EQ(score_of_place(kCatania), 3479447370796909.0);
  EXPECT_EQ(score_of_place({-180, -kLatitudeMax}), 0);
  const Place middle = place_of_score(score_of_place(kPalermo));
  EXPECT_EQ(middle.longitude, 13.361389338970184);
  EXPECT_EQ(middle.latitude, 38.115556395496299);
}

// The lowest bit is one of the latitude, the next one of the longitude.
TEST(Geohash, TakesBitsOfLongitudeAndLatitudeInTurn) {
  const double step = 360 / 67108864.0;
  EXPECT_EQ(score_of_place({-180 + 1.5 * step, -kLatitudeMax}), 2);
  EXPECT_EQ(score_of_place({0, -kLatitudeMax}), 0x1p51);
  EXPECT_EQ(score_of_place({-180, 0}), 0x1p50);
  EXPECT_EQ(score_of_place({0, 0}), 0x1p51 + 0x1p50);
}

TEST(Geohash, KeepsTheUpperEndsOfTheMap) {
  const Place corner = {kLongitudeMax, kLatitudeMax};
  EXPECT_TRUE(is_on_map(corner));
  EXPECT_FALSE(is_on_map({180.0000001, 0}));
  EXPECT_FALSE(is_on_map({0, -85.0511288}));
  EXPECT_EQ(score_of_place(corner), 0x1p53 + 0x1p52);
  EXPECT_EQ(place_of_score(score_of_place(corner)).longitude, kLongitudeMax);
  EXPECT_EQ(place_of_score(score_of_place(corner)).latitude, kLatitudeMax);
}

// As redis-server on x86-64 shows them.
TEST(Geohash, GivesEveryScoreAPlace) {
  const auto is_at = [](double score, double longitude, double latitude) {
    const Place place = place_of_score(score);
    EXPECT_EQ(place.longitude, longitude) << score;
    EXPECT_EQ(place.latitude, latitude) << score;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Place low = place_of_score(0);
  is_at(0.5, low.longitude, low.latitude);
  is_at(-0.5, low.longitude, low.latitude);
  is_at(1e300, low.longitude, low.latitude);
  is_at(kInfinity, low.longitude, low.latitude);
  is_at(-1, kLongitudeMax, kLatitudeMax);
  is_at(-1e300, kLongitudeMax, low.latitude);
  is_at(-kInfinity, kLongitudeMax, low.latitude);
  is_at(9007199254740992, kLongitudeMax, low.latitude);
  is_at(18014398509481984, low.longitude, kLatitudeMax);
}

TEST(Geohash, IsWrittenWithTheMapThatReachesThePoles) {
  const auto text = [](const Place& place) {
    return geohash_text(place_of_score(score_of_place(place)));
  };
  EXPECT_EQ(text(kPalermo), "sqc8b49rny0");
  EXPECT_EQ(text(kCatania), "sqdtr74hyu0");
  EXPECT_EQ(text({0, 0}), "s0000000000");
  EXPECT_EQ(text({-180, -kLatitudeMax}), "00bh0hbj200");
  EXPECT_EQ(text({180, kLatitudeMax}), "bp05b5048p0");
}

TEST(Geohash, MeasuresAlongTheGreatCircle) {
  EXPECT_NEAR(distance_m(kPalermo, kCatania), 166274.28, 1);
  EXPECT_EQ(distance_m(kPalermo, kPalermo), 0);
  EXPECT_NEAR(distance_m({0, 0}, {180, 0}), kEarthRadiusM * 3.14159265358979, 1);
  EXPECT_EQ(distance_m({7, 10}, {7, 30}), latitude_distance_m(10, 30));
}

TEST(GeoCell, HoldsTheScoresOfItsPlaces) {
  for (int steps = 1; steps <= kGeoStepsMax; ++steps) {
    const GeoCell cell = cell_at(kPalermo, steps);
    const double score = score_of_place(kPalermo);
    EXPECT_TRUE(cell.scores().contains(score)) << steps;
    EXPECT_FALSE(cell.moved(1, 0).scores().contains(score)) << steps;
    EXPECT_FALSE(cell.moved(0, -1).scores().contains(score)) << steps;
    EXPECT_TRUE(cell.west() <= kPalermo.longitude && kPalermo.longitude < cell.east());
    EXPECT_TRUE(cell.south() <= kPalermo.latitude && kPalermo.latitude < cell.north());
  }
}

TEST(GeoCell, HasNeighboursAroundTheWorld) {
  const GeoCell corner = cell_at({-180, -kLatitudeMax}, 3);
  EXPECT_EQ(corner.moved(-1, 0).x, 7u);
  EXPECT_EQ(corner.moved(0, -1).y, 7u);
  EXPECT_EQ(corner.moved(-1, 0).moved(1, 0).x, 0u);
  // The edge has a column of its own, which only what moves along it keeps.
  const GeoCell edge = cell_at({180, 0}, 3);
  EXPECT_EQ(edge.x, 8u);
  EXPECT_EQ(edge.moved(0, 1).x, 8u);
  EXPECT_EQ(edge.moved(-1, 0).x, 7u);
  EXPECT_EQ(edge.moved(1, 0).x, 1u);
}

GeoArea circle(Place center, double meters) {
  GeoArea area;
  area.center = center;
  area.radius = meters;
  return area;
}

TEST(GeoArea, IsSearchedFromItsCentreOn) {
  EXPECT_EQ(ranges_to_search(circle(kPalermo, 0)).size(), 1u);
  for (const double meters : {1.0, 5e3, 2e5, 1e6, 5e6, 1e7, 3e7}) {
    const auto ranges = ranges_to_search(circle(kPalermo, meters));
    EXPECT_TRUE(ranges[0].contains(score_of_place(kPalermo))) << meters;
    EXPECT_LE(ranges.size(), 9u) << meters;
  }
}

TEST(GeoArea, OfHalfTheWorldIsSearchedInFourCells) {
  const auto ranges = ranges_to_search(circle({1, 1}, 1.5e7));
  ASSERT_EQ(ranges.size(), 4u);
  EXPECT_EQ(ranges[0].low.value, 3 * 0x1p50);
  EXPECT_EQ(ranges[1].low.value, 2 * 0x1p50);  // beside it over a pole
  EXPECT_EQ(ranges[2].low.value, 1 * 0x1p50);  // around the world
  EXPECT_EQ(ranges[3].low.value, 0);
}

TEST(GeoArea, HoldsWhatIsAtItsEdge) {
  const double edge = distance_m(kPalermo, kCatania);
  EXPECT_TRUE(circle(kPalermo, edge).distance_m_inside(kCatania));
  EXPECT_FALSE(circle(kPalermo, edge * 0.999999).distance_m_inside(kCatania));
}

TEST(GeoArea, OfABoxReachesHalfOfItsSides) {
  GeoArea box;
  box.center = {15, 37};
  box.shape = GeoArea::Shape::kBox;
  box.width = 400;
  box.height = 200;
  box.meters_per_unit = 1000;
  EXPECT_TRUE(box.distance_m_inside({17.2, 37}));
  EXPECT_FALSE(box.distance_m_inside({17.3, 37}));
  EXPECT_TRUE(box.distance_m_inside({15, 37.89}));
  EXPECT_FALSE(box.distance_m_inside({15, 37.91}));
}

}  // namespace
}  // namespace keemun::types
