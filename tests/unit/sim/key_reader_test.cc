// A reader that follows the changes of a store must say what one says that reads all of it.
#include <gtest/gtest.h>

#include <vector>

#include "audit/audit.h"
#include "plan/draw.h"
#include "plan/generator.h"
#include "ports/store_error.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::sim {
namespace {

class FollowedStore {
 public:
  FollowedStore(format::LayoutKind layout, uint64_t seed)
      : seed_(seed), layouts_{{layout, "a"}, {layout, "b"}}, clock_(plan::kStartMs), random_(seed) {
    kv_.note_changes();
    begin_anew();
  }

  // Plays a plan, in which rows are lost and damaged too.
  void play() {
    plan::GeneratorOptions options;
    options.event_count = 400;
    options.own_clock = true;
    const plan::Plan plan = plan::generate(seed_, options);
    for (const plan::Event& event : plan.events) {
      plan::Draw draw(seed_, event.id, plan::Stream::kFault);
      if (const auto* clock = std::get_if<plan::ClockEvent>(&event.what)) {
        clock_.advance(std::max<int64_t>(clock->advance_ms, 0));
      } else if (const auto* command = event.command()) {
        session_->execute(std::vector<BytesView>(command->args.begin(), command->args.end()));
      }
      if (draw.percent(2)) lose_commits(draw.below(4));
      if (draw.percent(2)) erase_a_row(draw.next());
      if (draw.percent(5)) kv_.sync();
      if (draw.percent(20)) compare(event.id);
      if (testing::Test::HasFailure()) return;
    }
  }

 private:
  void begin_anew() {
    session::CoreSettings settings;
    settings.databases = layouts_;
    session_.reset();
    core_ = std::make_unique<session::Core>(kv_, clock_, random_, settings);
    session_ = std::make_unique<session::Session>(*core_);
  }

  void lose_commits(size_t count) {
    kv_.lose_commits(count);
    begin_anew();
  }

  void erase_a_row(uint64_t draw) {
    if (kv_.rows().empty()) return;
    const auto place = static_cast<std::ptrdiff_t>(draw % kv_.rows().size());
    const Bytes row = std::next(kv_.rows().begin(), place)->first;
    if (row.starts_with("x#")) return;
    ports::WriteBatch batch;
    batch.writes.push_back({row, "", true});
    kv_.commit(batch);
  }

  void compare(uint64_t event_id) {
    const StoredRows rows = {kv_.rows(), layouts_, core_->database_order, core_->now_ms()};
    KeyReader fresh;
    const StoredKeys expected = fresh.read(rows, {});
    const StoredKeys followed = reader_.read(rows, kv_.take_changes());
    std::vector<model::Database> databases;
    for (const model::Database* database : expected.databases) databases.push_back(*database);
    EXPECT_EQ(difference(followed, databases, rows.now_ms), std::nullopt)
        << "seed " << seed_ << " event " << event_id;
    std::vector<std::pair<std::pair<size_t, Bytes>, Bytes>> damages[2];
    for (const auto& [place, damage] : expected.damaged)
      damages[0].emplace_back(place, damage.what);
    for (const auto& [place, damage] : followed.damaged)
      damages[1].emplace_back(place, damage.what);
    EXPECT_EQ(damages[0], damages[1]) << "seed " << seed_ << " event " << event_id;
    damages_seen += damages[0].size();
  }

 public:
  size_t damages_seen = 0;

 private:
  const uint64_t seed_;
  const std::vector<format::KeyLayout> layouts_;
  SimKv kv_{*KvProfile::named("rocksdb")};
  SimClock clock_;
  SimRandom random_;
  std::unique_ptr<session::Core> core_;
  std::unique_ptr<session::Session> session_;
  KeyReader reader_;
};

TEST(KeyReader, SaysOfWhatHasChangedWhatAFreshOneSaysOfEverything) {
  size_t damages_seen = 0;
  for (uint64_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
    using format::LayoutKind;
    constexpr LayoutKind kLayouts[] = {LayoutKind::kPlain, LayoutKind::kMd5, LayoutKind::kSlot};
    FollowedStore store(kLayouts[seed % 3], seed);
    store.play();
    damages_seen += store.damages_seen;
  }
  EXPECT_GT(damages_seen, 0u);
}

}  // namespace
}  // namespace keemun::sim
