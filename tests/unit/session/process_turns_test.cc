// What the process does between commands, on a store whose writes may be late.
#include <gtest/gtest.h>

#include <vector>

#include "ports/store_error.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;

class ProcessTurns : public testing::Test {
 protected:
  ProcessTurns() { clock_.advance(late_write_ms_); }  // beyond what a predecessor may have left

  Bytes run(const std::vector<Bytes>& args) {
    return resp::to_transcript(session_.execute(std::vector<BytesView>(args.begin(), args.end())));
  }
  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    return settings;
  }

  sim::SimKv store_{*sim::KvProfile::named("tikv_raw")};
  const int64_t late_write_ms_ = store_.capabilities().late_write_ms;
  sim::SimClock clock_{kStartMs};
  sim::SimRandom random_{1};
  session::Core core_{store_, clock_, random_, settings()};
  session::Session session_{core_};
};

// A turn may take longer than a write without an answer may be late.
TEST_F(ProcessTurns, LeaveInDoubtFromWhenTheirWriteHadNoAnswer) {
  EXPECT_EQ(run({"SET", "k", "v"}), "OK");
  const std::vector<BytesView> keys = {"k"};
  EXPECT_THROW(core_.turns.in_turn(keys,
                                   [&](const auto&) {
                                     clock_.advance(2 * late_write_ms_);
                                     throw ports::StoreError(
                                         ports::StoreError::Kind::kUnknownOutcome, "no answer");
                                   }),
               ports::StoreError);
  EXPECT_TRUE(run({"GET", "k"}).starts_with("(error) TRYAGAIN")) << run({"GET", "k"});
  EXPECT_EQ(run({"GET", "other"}), "(nil)");
  clock_.advance(late_write_ms_);
  EXPECT_EQ(run({"GET", "k"}), "\"v\"");
}

// Another process has the keys for once.
class RefusingOwner final : public ports::KeyOwner {
 public:
  bool has(BytesView, int64_t) override { return !refuses; }
  Visit enter(std::span<const BytesView>, bool, int64_t) override {
    Visit visit;
    if (refuses) visit.refusal = "TRYAGAIN not now";
    return visit;
  }
  void check(const Visit&) override {}
  void note_refusal(const Visit&) override {}
  void leave(const Visit&) noexcept override {}

  bool refuses = false;
};

TEST_F(ProcessTurns, EndWhatWasWatchedWhereTheTransactionIsRefused) {
  RefusingOwner owner;
  core_.owner = &owner;
  session::Session other(core_);
  const auto set = [&other] {
    const std::vector<BytesView> words = {"SET", "k", "v"};
    other.execute(words);
  };
  EXPECT_EQ(run({"WATCH", "k"}), "OK");
  EXPECT_EQ(run({"MULTI"}), "OK");
  EXPECT_EQ(run({"PING"}), "QUEUED");
  owner.refuses = true;
  EXPECT_EQ(run({"EXEC"}), "(error) TRYAGAIN not now");
  owner.refuses = false;
  set();
  EXPECT_EQ(run({"MULTI"}), "OK");
  EXPECT_EQ(run({"PING"}), "QUEUED");
  EXPECT_EQ(run({"EXEC"}), "1) PONG");
}

}  // namespace
}  // namespace keemun
