// Searches among hundreds of places find what the oracle finds, in its order: plans have few
// members, and what is done otherwise among many (parts sorted by another rule, pages) they never
// meet.
#include <gtest/gtest.h>

#include "commands/table/table.h"
#include "model/model.h"
#include "plan/draw.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using plan::Args;
using resp::Reply;

constexpr int64_t kStartMs = 1'700'000'000'000;
constexpr int kWorlds = 40;
constexpr int kSearches = 60;

class BothSides {
 public:
  BothSides() : clock_(kStartMs), random_(1), core_(kv_, clock_, random_, settings()) {}

  void expect_same(const Args& args) {
    const Reply ours = session_.execute(commands::views_of(args));
    EXPECT_EQ(ours, model_.execute(client_, args, kStartMs)) << testing::PrintToString(args);
  }

 private:
  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    return settings;
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_{core_};
  model::Model model_;
  model::Client client_;
};

// Where most places of a world lie: in steps of a tenth of a degree, so that members meet. Near the
// poles cells are taken larger.
struct Region {
  explicit Region(plan::Draw& draw)
      : steps(draw.between(1, 30)), south(draw.pick({0, 65, 79, 82, -68, -84})) {}

  int64_t steps;
  int south;
};

// Now and then anywhere, and at the end of the map.
Bytes degrees(plan::Draw& draw, int64_t end, int64_t first, int64_t steps) {
  if (draw.percent(5)) return end == 180 ? "180" : "85.05112878";
  if (draw.percent(30)) return std::to_string(draw.between(-end, end));
  return std::to_string(first * 10 + draw.between(0, steps)) + "e-1";
}

void add_place(plan::Draw& draw, const Region& region, Args& args) {
  args.push_back(degrees(draw, 180, 0, region.steps));
  args.push_back(degrees(draw, 85, region.south, region.steps));
}

void add_some(plan::Draw& draw, const Region& region, BothSides& sides) {
  const size_t count = 1 + draw.below(400);
  Args args = {"geoadd", "g"};
  for (size_t i = 0; i < count; ++i) {
    add_place(draw, region, args);
    args.push_back("m" + std::to_string(i));
  }
  sides.expect_same(args);
  if (draw.percent(30)) sides.expect_same({"zadd", "g", "-1", "x", "0.5", "y", "1e300", "z"});
}

Args search(plan::Draw& draw, const Region& region) {
  constexpr BytesView kLengths[] = {"0", "30", "150", "700", "3000", "9000", "30000"};
  const bool stores = draw.percent(20);
  Args args = stores ? Args{"geosearchstore", "d", "g"} : Args{"geosearch", "g"};
  if (draw.percent(50)) {
    args.push_back("fromlonlat");
    add_place(draw, region, args);
  } else {
    args.insert(args.end(), {"frommember", "m" + std::to_string(draw.below(200))});
  }
  if (draw.percent(50)) {
    args.insert(args.end(),
                {"bybox", Bytes(draw.pick(kLengths)), Bytes(draw.pick(kLengths)), "km"});
  } else {
    args.insert(args.end(), {"byradius", Bytes(draw.pick(kLengths)), "km"});
  }
  if (draw.percent(30)) args.push_back(draw.percent(50) ? "asc" : "desc");
  if (draw.percent(50)) {
    args.insert(args.end(), {"count", std::to_string(1 + draw.below(60))});
    if (draw.percent(25)) args.push_back("any");
  }
  if (!stores && draw.percent(30)) args.insert(args.end(), {"withdist", "withhash", "withcoord"});
  return args;
}

TEST(Places, OfAnyNumberAreFoundAsTheModelFindsThem) {
  for (uint64_t world = 1; world <= kWorlds; ++world) {
    plan::Draw draw(world, 0, plan::Stream::kWorkload);
    BothSides sides;
    const Region region(draw);
    add_some(draw, region, sides);
    for (int i = 0; i < kSearches && !testing::Test::HasFailure(); ++i) {
      sides.expect_same(search(draw, region));
      sides.expect_same({"zrange", "d", "0", "-1", "withscores"});
    }
  }
}

}  // namespace
}  // namespace keemun
