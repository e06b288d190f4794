// Of sets and sorted sets of any length, whichever is longer, and walked over or looked up: what
// the algebra of them answers is what that of plain sets is.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using Names = std::set<Bytes>;
using Words = std::vector<Bytes>;

session::CoreSettings settings(format::Encoding set) {
  session::CoreSettings settings;
  settings.encodings.set = set;
  settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
  return settings;
}

// Some are shorter than a page, some several pages long.
Names some_names() {
  const int population = *rc::gen::element(10, 300, 1'500);
  const int percent = *rc::gen::element(0, 5, 50, 95, 100);
  Names names;
  for (int i = 0; i < population; ++i) {
    if (*rc::gen::inRange(0, 100) < percent) names.insert("m" + std::to_string(i));
  }
  return names;
}

template <typename Operation>
Names combined(const Names& a, const Names& b, Operation operation) {
  Names result;
  operation(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

constexpr auto both = [](auto... places) { return std::set_intersection(places...); };
constexpr auto first_only = [](auto... places) { return std::set_difference(places...); };
constexpr auto either = [](auto... places) { return std::set_union(places...); };

class Scene {
 public:
  explicit Scene(format::Encoding set) : core_(kv_, clock_, random_, settings(set)) {}

  void fill(const Bytes& key, const Names& names) {
    for (const Bytes& name : names) {
      ask({"sadd", key, name});
      ask({"zadd", "z" + key, "2", name});
    }
  }

  resp::Reply ask(const Words& words) {
    return session_.execute(std::vector<BytesView>(words.begin(), words.end()));
  }
  int64_t count(const Words& words) { return ask(words).integer(); }
  Names names(const Words& words) {
    const resp::Reply reply = ask(words);
    Names names;
    for (const resp::Reply& item : reply.items()) names.insert(item.text());
    return names;
  }

 private:
  sim::SimKv kv_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_{1};
  session::Core core_;
  session::Session session_{core_};
};

RC_GTEST_PROP(Algebra, EqualsThatOfPlainSets, ()) {
  Scene scene(*rc::gen::element(format::Encoding::kSetCounted, format::Encoding::kSetBlind));
  const Names a = some_names();
  const Names b = some_names();
  const Names c = some_names();
  scene.fill("a", a);
  scene.fill("b", b);
  scene.fill("c", c);
  const Names common = combined(combined(a, b, both), c, both);
  const Names left = combined(combined(a, b, first_only), c, first_only);
  const Names all = combined(combined(a, b, either), c, either);
  RC_ASSERT(scene.names({"sinter", "a", "b", "c"}) == common);
  RC_ASSERT(scene.names({"sdiff", "a", "b", "c"}) == left);
  RC_ASSERT(scene.names({"sunion", "a", "b", "c"}) == all);
  RC_ASSERT(scene.names({"zinter", "3", "za", "b", "zc"}) == common);
  RC_ASSERT(scene.names({"zdiff", "3", "za", "zb", "c"}) == left);
  RC_ASSERT(scene.names({"zunion", "3", "a", "zb", "zc"}) == all);
  // What stands there twice is counted twice.
  RC_ASSERT(scene.names({"zinter", "4", "zb", "za", "zc", "zb"}) == common);
  RC_ASSERT(scene.names({"sinter", "a", "b", "a"}) == combined(a, b, both));
  const auto size = static_cast<int64_t>(common.size());
  const int64_t limit = *rc::gen::inRange<int64_t>(1, 600);
  const Bytes limit_text = std::to_string(limit);
  RC_ASSERT(scene.count({"sintercard", "3", "a", "b", "c"}) == size);
  RC_ASSERT(scene.count({"sintercard", "3", "a", "b", "c", "limit", limit_text}) ==
            std::min(size, limit));
  RC_ASSERT(scene.count({"zintercard", "3", "a", "zb", "c", "limit", limit_text}) ==
            std::min(size, limit));
  RC_ASSERT(scene.count({"sinterstore", "a", "a", "b", "c"}) == size);
  RC_ASSERT(scene.names({"smembers", "a"}) == common);
}

}  // namespace
}  // namespace keemun
