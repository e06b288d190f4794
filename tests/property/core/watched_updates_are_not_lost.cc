// Law: who watches a key, reads it, and writes in a transaction what follows from it, has either
// seen the last value or fails. Many clients do so to the same keys at once, on every kind of
// store, each adding a word to what it has read: whatever was read is the beginning of what is
// there in the end, and so is every word whose writer was told that it was taken.
//
// The histories of linearizable_per_key do without WATCH, for what begins with it is more than one
// operation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "fibers_on_a_core.h"
#include "plan/draw.h"

namespace keemun {
namespace {

using Mode = sim::SeededScheduler::Mode;
using Setting = std::tuple<const char*, Mode>;  // class, schedule

constexpr int kClients = 5;
constexpr int kWordsEach = 6;

session::CoreSettings settings() {
  session::CoreSettings settings;
  settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
  return settings;
}

class Writers {
 public:
  Writers(const sim::KvProfile& profile, Mode mode, uint64_t seed)
      : draw_(seed, 0, plan::Stream::kFault),
        faults_(profile.faults),
        fibers_(profile, settings(), {.mode = mode, .seed = seed}) {}

  void play() {
    sim::SeededScheduler& scheduler = fibers_.scheduler();
    for (int i = 0; i < kClients; ++i) {
      scheduler.spawn([this, i] { write(i % 2 == 0 ? "string" : "hash", i); });
    }
    while (fibers_.step()) {
      if (faults_left_ > 0 && draw_.percent(3)) go_wrong();
      fibers_.pass_ms(100);
    }
    fibers_.calm();
    scheduler.spawn([this] { check("string"), check("hash"); });
    while (fibers_.step()) {
    }
  }
  int64_t refusals() const { return refusals_; }

 private:
  struct Story {
    std::vector<Bytes> read;   // whole texts
    std::vector<Bytes> taken;  // words
  };

  void go_wrong() {
    constexpr plan::Fault kWanted[] = {plan::Fault::kKvRefused, plan::Fault::kKvLost,
                                       plan::Fault::kKvAnswerLost, plan::Fault::kKvLate};
    const plan::Fault fault = draw_.pick(kWanted);
    if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) return;
    fibers_.weather().expect({fault, 0}, draw_.next());
    --faults_left_;
  }

  // None where the store did not answer.
  static std::optional<Bytes> text_of(session::Session& session, const Bytes& key) {
    const resp::Reply reply =
        key == "hash" ? ask(session, {"HGET", key, "n"}) : ask(session, {"GET", key});
    if (reply.is_error()) return std::nullopt;
    return reply.is_null() ? Bytes() : reply.text();
  }

  void write(const Bytes& key, int client) {
    session::Session session(fibers_.core());
    for (int left = kWordsEach; left > 0;) {
      runtime::Scheduler::yield();
      if (ask(session, {"WATCH", key}).is_error()) continue;
      const auto text = text_of(session, key);
      if (!text) continue;
      stories_[key].read.push_back(*text);
      const Bytes word = " " + std::to_string(client) + "-" + std::to_string(++words_) + ".";
      ask(session, {"MULTI"});
      key == "hash" ? ask(session, {"HSET", key, "n", *text + word})
                    : ask(session, {"SET", key, *text + word});
      const resp::Reply reply = ask(session, {"EXEC"});
      if (reply.is_null()) {
        ++refusals_;
      } else if (!reply.is_error() && !reply.items().front().is_error()) {
        stories_[key].taken.push_back(word);
        --left;
      }
    }
  }

  void check(const Bytes& key) {
    session::Session session(fibers_.core());
    const auto text = text_of(session, key);
    ASSERT_TRUE(text.has_value());
    for (const Bytes& read : stories_[key].read) EXPECT_TRUE(text->starts_with(read));
    for (const Bytes& word : stories_[key].taken) EXPECT_NE(text->find(word), Bytes::npos);
  }

  plan::Draw draw_;
  const std::vector<plan::Fault> faults_;
  int faults_left_ = 10;  // enough of them, and everybody comes to an end
  std::map<Bytes, Story> stories_;
  int words_ = 0;
  int64_t refusals_ = 0;
  FibersOnACore fibers_;
};

class WatchedUpdates : public testing::TestWithParam<Setting> {};

TEST_P(WatchedUpdates, AreNotLost) {
  constexpr uint64_t kSeeds = 100;
  const auto& [name, mode] = GetParam();
  int64_t refusals = 0;
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Writers writers(*sim::KvProfile::named(name), mode, seed);
    writers.play();
    refusals += writers.refusals();
  }
  EXPECT_GT(refusals, 10);  // they did meet
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, WatchedUpdates,
    testing::Combine(testing::Values("memory", "rocksdb", "tikv_raw", "tikv_txn"),
                     testing::Values(Mode::kFifo, Mode::kUniform, Mode::kPct)));

}  // namespace
}  // namespace keemun
