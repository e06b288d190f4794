// Of sets and sorted sets of any length, whichever is longer, and walked over or looked up: what
// the algebra of them answers is what that of plain sets is.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
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
using Scores = std::map<Bytes, double>;
using Words = std::vector<Bytes>;

session::CoreSettings plain_settings() {
  session::CoreSettings settings;
  settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
  return settings;
}

session::CoreSettings some_settings() {
  session::CoreSettings settings = plain_settings();
  settings.encodings.set =
      *rc::gen::element(format::Encoding::kSetCounted, format::Encoding::kSetBlind);
  settings.families = {
      *rc::gen::element(format::EncodingFamily::kCamellia, format::EncodingFamily::kArdb)};
  return settings;
}

// Blocks of names, which other sets have or have not: shorter than a page of 256, just as long, or
// several pages.
Names some_names() {
  sim::SimRandom random(*rc::gen::arbitrary<uint64_t>());
  Names names;
  for (const char* block : {"", "b", "m", "z"}) {
    const int population = *rc::gen::element(0, 0, 40, 256, 1'500);
    const auto percent = *rc::gen::element<uint64_t>(5, 50, 95, 100);
    for (int i = 0; i < population; ++i) {
      const Bytes name = block + std::to_string(i);
      if (random.below(100) < percent) names.insert(i % 7 == 0 ? name + Bytes(1, 0) : name);
    }
  }
  if (random.below(4) == 0) names.insert({"", Bytes(1, '\xff'), "5", Bytes("5\0\xff", 3)});
  return names;
}

// Of each name its own, and another in another set.
double score_of(const Bytes& name, char set) {
  return static_cast<double>(std::hash<Bytes>()(name) % 1'000 * static_cast<size_t>(set));
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
  explicit Scene(session::CoreSettings settings) : core_(kv_, clock_, random_, settings) {}

  void fill(const Bytes& key, const Names& names) {
    if (names.empty()) return;
    Words set = {"sadd", key};
    Words zset = {"zadd", "z" + key};
    for (const Bytes& name : names) {
      set.push_back(name);
      zset.insert(zset.end(), {std::to_string(score_of(name, key[0])), name});
    }
    ask(set);
    ask(zset);
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

  // What a command reads, by names and in pages.
  int64_t rows_read(const Words& words) {
    kv_.reset_counts();
    ask(words);
    return kv_.counts().gets + kv_.counts().scanned_rows;
  }
  Scores scores(const Words& words) {
    const resp::Reply reply = ask(words);
    Scores scores;
    for (size_t i = 0; i + 1 < reply.items().size(); i += 2) {
      scores[reply.items()[i].text()] = reply.items()[i + 1].number();
    }
    return scores;
  }

 private:
  sim::SimKv kv_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_{1};
  session::Core core_;
  session::Session session_{core_};
};

RC_GTEST_PROP(Algebra, EqualsThatOfPlainSets, ()) {
  Scene scene(some_settings());
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
  // What stands there twice is counted twice; in a set each has the score 1.
  Scores sums;
  for (const Bytes& name : common) {
    sums[name] = 2 * score_of(name, 'b') + score_of(name, 'a') + score_of(name, 'c') + 1;
  }
  RC_ASSERT(scene.scores({"zinter", "5", "zb", "za", "zc", "a", "zb", "withscores"}) == sums);
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

// Whatever stands in front of what is asked for, and however few are left to be asked for.
TEST(Algebra, ReadsNotManyMoreThanItHasTo) {
  Scene scene(plain_settings());
  Names first;
  Names second;
  Names rare;
  for (int i = 10'000; i < 15'000; ++i) first.insert("z" + std::to_string(i));
  for (int i = 10'000; i < 19'000; ++i) second.insert("a" + std::to_string(i));
  second.insert(*first.begin());
  for (int i = 10'000; i < 19'000; ++i) rare.insert((i % 100 == 0 ? "z" : "y") + std::to_string(i));
  scene.fill("first", first);
  scene.fill("second", second);
  scene.fill("rare", rare);
  EXPECT_LT(scene.rows_read({"sintercard", "2", "first", "second", "limit", "1"}), 2'500);
  EXPECT_LT(scene.rows_read({"zintercard", "2", "zfirst", "zsecond", "limit", "1"}), 2'500);
  EXPECT_LT(scene.rows_read({"sinter", "first", "rare", "second"}), 12'500);
  EXPECT_LT(scene.rows_read({"sinter", "first", "first", "first"}), 5'500);
  EXPECT_LT(scene.rows_read({"zinter", "2", "zfirst", "zfirst"}), 10'500);
}

}  // namespace
}  // namespace keemun
