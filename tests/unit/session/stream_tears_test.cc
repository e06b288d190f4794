// A store that has no whole batches may keep only the first writes of one. Whoever gets no answer
// asks once more: then nothing of what was to go may be left, to come back under the same name.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "resp/reply.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

class TearingStore final : public sim::KvFront {
 public:
  TearingStore() : KvFront(below_) {}

  void commit(const ports::WriteBatch& batch) override {
    if (!kept_writes) return below_.commit(batch);
    ports::WriteBatch kept = batch;
    has_torn = *kept_writes < batch.writes.size();
    if (has_torn) kept.writes.resize(*kept_writes);
    below_.commit(kept);
    kept_writes.reset();
    throw ports::StoreError(ports::StoreError::Kind::kUnknownOutcome, "no answer");
  }

  std::optional<size_t> kept_writes;  // of the next batch
  bool has_torn = false;

 private:
  sim::SimKv below_{*sim::KvProfile::named("tikv_raw")};
};

class StreamTears : public testing::Test {
 protected:
  StreamTears()
      : clock_(1'700'000'000'000),
        random_(1),
        core_(store_, clock_, random_, settings()),
        session_(core_) {
    wait_for_late_writes();
  }

  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    return settings;
  }

  Bytes run(const std::vector<Bytes>& args) {
    return resp::to_transcript(session_.execute(std::vector<BytesView>(args.begin(), args.end())));
  }
  void wait_for_late_writes() { clock_.advance(store_.capabilities().late_write_ms + 1); }
  // Two entries, both of them pending for one of two consumers.
  void fill() {
    run({"flushall"});
    run({"xadd", "s", "5", "f", "v"});
    run({"xadd", "s", "6", "f", "v"});
    run({"xgroup", "create", "s", "g", "0"});
    run({"xreadgroup", "group", "g", "c", "streams", "s", ">"});
    run({"xgroup", "createconsumer", "s", "g", "d"});
  }
  // Torn wherever that may be, and asked once more when nothing of it can happen any longer.
  // `check` looks at what there is then. `before`: what else is there to begin with.
  template <typename Check>
  void tear(const std::vector<Bytes>& args, Check check, const std::vector<Bytes>& before = {}) {
    store_.has_torn = true;
    for (size_t kept = 0; store_.has_torn; ++kept) {
      fill();
      if (!before.empty()) run(before);
      store_.kept_writes = kept;
      run(args);
      wait_for_late_writes();
      run(args);
      check();
      if (HasFailure()) FAIL() << "where " << kept << " writes were kept";
    }
  }

  TearingStore store_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

constexpr const char* kNothingPending = "1) (integer) 0\n2) (nil)\n3) (nil)\n4) (nil)";
constexpr const char* kNothingToRead = "1) 1) \"s\"\n   2) (empty array)";

TEST_F(StreamTears, LeaveNothingOfAGroupThatIsMadeAnew) {
  tear({"xgroup", "destroy", "s", "g"}, [this] {
    EXPECT_EQ(run({"xgroup", "create", "s", "g", "0"}), "OK");
    EXPECT_EQ(run({"xpending", "s", "g"}), kNothingPending);
    EXPECT_EQ(run({"xreadgroup", "group", "g", "c", "streams", "s", "0"}), kNothingToRead);
  });
}

TEST_F(StreamTears, LeaveNothingOfAConsumerThatIsMadeAnew) {
  tear({"xgroup", "delconsumer", "s", "g", "c"}, [this] {
    EXPECT_EQ(run({"xgroup", "createconsumer", "s", "g", "c"}), "(integer) 1");
    EXPECT_EQ(run({"xpending", "s", "g"}), kNothingPending);
    EXPECT_EQ(run({"xreadgroup", "group", "g", "c", "streams", "s", "0"}), kNothingToRead);
  });
}

TEST_F(StreamTears, LeaveNoEntriesThatWereTrimmed) {
  tear({"xtrim", "s", "maxlen", "0"}, [this] {
    run({"xsetid", "s", "0"});
    EXPECT_EQ(run({"xadd", "s", "1", "f", "v"}), "\"1-0\"");
    EXPECT_EQ(run({"xrange", "s", "2", "+"}), "(empty array)");
    EXPECT_EQ(run({"xlen", "s"}), "(integer) 1");
  });
}

// Nothing can stand before an entry that comes after the last of all ids.
TEST_F(StreamTears, LeaveNoEntryOfTheLastIdOfAll) {
  const Bytes last = "18446744073709551615-18446744073709551615";
  tear({"xtrim", "s", "maxlen", "0"},
       [this, &last] {
         EXPECT_EQ(run({"xlen", "s"}), "(integer) 0");
         EXPECT_EQ(run({"xrange", "s", "-", "+"}), "(empty array)");
         EXPECT_EQ(run({"xdel", "s", last}), "(integer) 0");
         EXPECT_EQ(run({"xclaim", "s", "g", "c", "0", last, "force"}), "(empty array)");
       },
       {"xadd", "s", last, "f", "v"});
}

}  // namespace
}  // namespace keemun
