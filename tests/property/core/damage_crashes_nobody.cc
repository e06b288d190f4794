// Whatever is done to the rows of a store behind our back, every command still answers: a key that
// does not hold together is an error of that key, never the end of the process.
#include <gtest/gtest.h>

#include "client_sessions.h"
#include "plan/generator.h"
#include "session/error_replies.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::Encoding;
using format::EncodingFamily;

struct Setting {
  const char* name;
  keyspace::EncodingChoice encodings;
  EncodingFamily family = EncodingFamily::kCamellia;
  bool is_atomic = true;

  friend void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }
};

class DamagedStore {
 public:
  DamagedStore(const Setting& setting, uint64_t seed)
      : kv_(setting.is_atomic ? sim::KvProfile::memory() : *sim::KvProfile::named("tikv_raw")),
        clock_(plan::kStartMs),
        random_(seed),
        core_(kv_, clock_, random_, settings_of_databases(setting.encodings, setting.family)) {}

  // None where only time passes.
  std::optional<resp::Reply> run(const plan::Event& event) {
    if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
      clock_.advance(moved->advance_ms);
      return std::nullopt;
    }
    return sessions_.execute(*event.command());
  }

  void remember_rows() { earlier_ = kv_.rows(); }

  // A row goes, is cut, grows, changes a byte, takes the value of another, or is what it was.
  void damage() {
    auto& rows = kv_.rows();
    if (rows.empty()) return;
    const auto any_row = [&] {
      return std::next(rows.begin(), static_cast<int64_t>(random_.below(rows.size())));
    };
    const auto row = any_row();
    Bytes& value = row->second;
    switch (random_.below(8)) {
      case 0:
        rows.erase(row);
        return;
      case 1:
        value.resize(random_.below(value.size() + 1));
        return;
      case 2:
        value += any_byte();
        return;
      case 3:
        if (!value.empty()) value[random_.below(value.size())] = any_byte();
        return;
      case 4:
        value = Bytes(any_row()->second);
        return;
      default:
        if (earlier_.empty()) return;
        const auto old =
            std::next(earlier_.begin(), static_cast<int64_t>(random_.below(earlier_.size())));
        rows[old->first] = old->second;
    }
  }

 private:
  // Often a small one: counts and lengths end with it.
  char any_byte() {
    return static_cast<char>(random_.below(2) == 0 ? random_.below(3) : random_.below(256));
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  sim::RowMap earlier_;
  ClientSessions sessions_{core_};
};

class Damage : public testing::TestWithParam<Setting> {};

TEST_P(Damage, IsNeverTheEndOfTheProcess) {
  constexpr uint64_t kPlans = 200;
  plan::GeneratorOptions generator;
  generator.event_count = 600;
  generator.own_clock = true;
  size_t answers = 0;
  size_t met = 0;  // of them, those that tell of damage
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    SCOPED_TRACE(seed);
    DamagedStore store(GetParam(), seed);
    size_t count = 0;
    for (const plan::Event& event : plan::generate(seed, generator).events) {
      if (++count % 50 == 0) store.remember_rows();
      if (count > 100 && count % 3 == 0) store.damage();
      const auto reply = store.run(event);
      if (!reply) continue;
      ++answers;
      if (reply->is_error() && session::tells_of_damage(reply->text())) ++met;
    }
  }
  // It is met all the time, and by those alone who name what is damaged.
  EXPECT_GT(met, answers / 100);
  EXPECT_LT(met, answers / 2);
}

INSTANTIATE_TEST_SUITE_P(
    Encodings, Damage,
    testing::Values(Setting{"Counted", {}},
                    Setting{"TornCounted", {}, EncodingFamily::kCamellia, false},
                    Setting{"Blind", {Encoding::kHashBlind, Encoding::kSetBlind}},
                    Setting{"Ardb", {}, EncodingFamily::kArdb},
                    Setting{"ArdbFast", {.ardb_fast = true}, EncodingFamily::kArdb}),
    [](const auto& setting) { return Bytes(setting.param.name); });

}  // namespace
}  // namespace keemun
