// A key that has expired is told of as such when another takes its place, before that is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::session {
namespace {

using format::EncodingFamily;
using testing::ElementsAre;
using testing::IsEmpty;

class ExpiredEvents : public testing::TestWithParam<EncodingFamily>, private ChangeListener {
 protected:
  ExpiredEvents()
      : clock_(1'700'000'000'000),
        random_(1),
        core_(kv_, clock_, random_, settings()),
        session_(core_) {
    core_.listener = this;
  }

  // What was told meanwhile.
  std::vector<Bytes> run(std::initializer_list<BytesView> words) {
    told_.clear();
    const std::vector<BytesView> args(words);
    session_.execute(args);
    return told_;
  }
  void expire(std::initializer_list<BytesView> words) {
    run(words);
    run({"pexpire", words.begin()[1], "10"});
    clock_.advance(10);
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  Core core_;
  Session session_;

 private:
  static CoreSettings settings() {
    CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.families.assign(1, GetParam());
    return settings;
  }
  void changed(size_t, BytesView key, BytesView event) override {
    told_.push_back(Bytes(event) + " " + Bytes(key));
  }
  void swapped_databases() override {}

  std::vector<Bytes> told_;
};

TEST_P(ExpiredEvents, ComeBeforeWhatTakesThePlaceOfTheKey) {
  expire({"set", "k", "v"});
  EXPECT_THAT(run({"set", "k", "v"}), ElementsAre("expired k", "set k"));
  EXPECT_THAT(run({"set", "k", "w"}), ElementsAre("set k"));
  expire({"rpush", "l", "v"});
  EXPECT_THAT(run({"sadd", "l", "v"}), ElementsAre("expired l", "sadd l"));
  expire({"hset", "h", "f", "v"});
  EXPECT_THAT(run({"rename", "k", "h"}), ElementsAre("expired h", "rename_from k", "rename_to h"));
}

TEST_P(ExpiredEvents, AreNoneWhereTheKeyStays) {
  expire({"set", "k", "v"});
  EXPECT_THAT(run({"get", "k"}), IsEmpty());
  EXPECT_THAT(run({"append", "other", "v"}), ElementsAre("append other"));
}

TEST_P(ExpiredEvents, AreNoChangeForWhoWatchesAKeyThatIsNotThere) {
  expire({"set", "k", "v"});
  run({"watch", "k"});
  EXPECT_THAT(run({"flushall"}), IsEmpty());
  run({"multi"});
  run({"set", "other", "v"});
  EXPECT_THAT(run({"exec"}), ElementsAre("set other"));
  expire({"set", "k", "v"});
  run({"watch", "k"});
  run({"del", "k"});
  run({"multi"});
  run({"set", "other", "w"});
  EXPECT_THAT(run({"exec"}), ElementsAre("set other"));
}

TEST_P(ExpiredEvents, ComeInTransactionsToo) {
  expire({"set", "k", "v"});
  run({"multi"});
  run({"get", "k"});
  run({"incr", "k"});
  run({"incr", "k"});
  EXPECT_THAT(run({"exec"}), ElementsAre("expired k", "incrby k", "incrby k"));
}

INSTANTIATE_TEST_SUITE_P(Families, ExpiredEvents,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb),
                         [](const auto& family) {
                           return family.param == EncodingFamily::kArdb ? "ardb" : "camellia";
                         });

}  // namespace
}  // namespace keemun::session
