// What is copied over another key, in pages, is what it was, and counts what it has.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::Encoding;
using format::EncodingFamily;
using Words = std::vector<Bytes>;

constexpr int kElements = 700;  // several pages of 256

struct Case {
  EncodingFamily family;
  Encoding hash = Encoding::kHashCounted;
  Encoding set = Encoding::kSetCounted;
};

class CopiesOfLongKeys : public testing::TestWithParam<Case> {
 protected:
  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.encodings.hash = GetParam().hash;
    settings.encodings.set = GetParam().set;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.families = {GetParam().family};
    return settings;
  }

  Bytes ask(const Words& words) {
    return resp::to_transcript(
        session_.execute(std::vector<BytesView>(words.begin(), words.end())));
  }
  // Elements from `first` on, some of which other keys have, too.
  Words elements(Bytes command, Bytes key, int first, bool are_pairs) {
    Words words = {std::move(command), std::move(key)};
    for (int i = first; i < first + kElements; ++i) {
      if (are_pairs) words.push_back(std::to_string(i));
      words.push_back("e" + std::to_string(i));
    }
    return words;
  }
  // `all` answers what a key holds.
  void check(const Words& from, const Words& to, const Bytes& count, Words all) {
    ask(from);
    ask(to);
    EXPECT_EQ(ask({"copy", "from", "to", "replace"}), "(integer) 1");
    EXPECT_EQ(ask({count, "to"}), "(integer) " + std::to_string(kElements));
    all[1] = "from";
    const Bytes expected = ask(all);
    all[1] = "to";
    EXPECT_EQ(ask(all), expected);
    EXPECT_EQ(ask({"rename", "from", "to"}), "OK");
    EXPECT_EQ(ask({count, "to"}), "(integer) " + std::to_string(kElements));
    EXPECT_EQ(ask(all), expected);
    EXPECT_EQ(ask({"flushall"}), "OK");
  }

  sim::SimKv kv_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_{1};
  session::Core core_{kv_, clock_, random_, settings()};
  session::Session session_{core_};
};

TEST_P(CopiesOfLongKeys, AreWhatTheyWereAndCountIt) {
  for (const int first : {0, kElements / 2, 5 * kElements}) {
    check(elements("hset", "from", 0, true), elements("hset", "to", first, true), "hlen",
          {"hgetall", ""});
    check(elements("sadd", "from", 0, false), elements("sadd", "to", first, false), "scard",
          {"smembers", ""});
    check(elements("zadd", "from", 0, true), elements("zadd", "to", first, true), "zcard",
          {"zrange", "", "0", "-1", "withscores"});
    check(elements("rpush", "from", 0, false), elements("rpush", "to", first, false), "llen",
          {"lrange", "", "0", "-1"});
    check(elements("sadd", "from", 0, false), elements("hset", "to", first, true), "scard",
          {"smembers", ""});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Families, CopiesOfLongKeys,
    testing::Values(Case{EncodingFamily::kCamellia},
                    Case{EncodingFamily::kCamellia, Encoding::kHashBlind, Encoding::kSetBlind},
                    Case{EncodingFamily::kArdb},
                    Case{EncodingFamily::kArdb, Encoding::kHashBlind, Encoding::kSetBlind}));

}  // namespace
}  // namespace keemun
