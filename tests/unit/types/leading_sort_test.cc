#include "types/leading_sort.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

namespace keemun::types {
namespace {

struct Named {
  int rank;
  std::string name;
};

std::vector<std::string> leading(std::vector<Named> all, size_t wanted) {
  LeadingSort(all, [](const Named& a, const Named& b) { return a.rank < b.rank; }).run(wanted);
  std::vector<std::string> names;
  for (size_t i = 0; i < wanted; ++i) names.push_back(all[i].name);
  return names;
}

TEST(LeadingSort, PutsTheFirstInTheirPlaces) {
  uint64_t chance = 1;
  const auto below = [&chance](size_t bound) {
    chance = chance * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    return static_cast<size_t>(chance >> 33) % bound;
  };
  // From 7 and from 41 elements on the pivot is another; few numbers mean many equals.
  for (int round = 0; round < 2'000; ++round) {
    std::vector<size_t> numbers(below(200));
    const size_t different = 1 + below(100);
    for (size_t& number : numbers) number = below(different);
    std::vector<size_t> expected = numbers;
    std::sort(expected.begin(), expected.end());
    const size_t wanted = below(numbers.size() + 1);
    LeadingSort(numbers, std::less<size_t>()).run(wanted);
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(wanted),
                           expected.begin()));
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbers, expected);
  }
}

TEST(LeadingSort, LeavesFewEqualsInTheirOrder) {
  EXPECT_EQ(leading({{1, "a"}, {0, "b"}, {1, "c"}, {0, "d"}, {1, "e"}, {0, "f"}}, 4),
            (std::vector<std::string>{"b", "d", "f", "a"}));
}

// As redis-server answers GEOSEARCH of fourteen members, of which twelve are in one place.
TEST(LeadingSort, TakesOfManyEqualsThoseThatRedisTakes) {
  std::vector<Named> nearest = {{1, "n2"}};
  for (const char* name :
       {"m1", "m10", "m11", "m12", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"}) {
    nearest.push_back({0, name});
  }
  nearest.push_back({2, "n1"});
  EXPECT_EQ(leading(nearest, 3), (std::vector<std::string>{"m8", "m1", "m10"}));
  EXPECT_EQ(leading(nearest, 13),
            (std::vector<std::string>{"m8", "m1", "m10", "m11", "m12", "m2", "m3", "m4", "m5", "m6",
                                      "m7", "m9", "n2"}));
}

}  // namespace
}  // namespace keemun::types
