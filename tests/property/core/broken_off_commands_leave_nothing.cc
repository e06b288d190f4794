// A host may break a command off at any of its reads and begin it anew: it answers, leaves behind
// and tells others what it would have done undisturbed.
#include <gtest/gtest.h>

#include <vector>

#include "corners.h"
#include "resp/split_arguments.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/world_options.h"

namespace keemun {
namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;

// As much of the world as a process sees, whose reads can be made to fail in a way that the core
// does not know.
class BreakingStore final : public sim::KvFront {
 public:
  struct BrokenOff {};

  using KvFront::KvFront;

  // The read after so many breaks off.
  void break_after(int64_t reads) { reads_left_ = reads; }

  std::optional<Bytes> get(BytesView key) override {
    count();
    return KvFront::get(key);
  }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    count();
    return KvFront::multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    count();
    return KvFront::scan(request);
  }

 private:
  void count() {
    if (reads_left_-- == 0) throw BrokenOff();
  }

  int64_t reads_left_ = -1;
};

class Process final : private session::ChangeListener {
 public:
  explicit Process(const std::map<Bytes, Bytes>& options)
      : store_(kv_), core_(store_, clock_, random_, settings_of(options)), session_(core_) {
    core_.listener = this;
    for (const auto& event : plan::from_text(Bytes(kPreparedKeys)).events) {
      session_.execute(commands::views_of(event.command()->args));
    }
  }

  Bytes run(BytesView command) {
    const auto args = resp::split_arguments(command);
    return resp::to_transcript(
        session_.execute(std::vector<BytesView>(args->begin(), args->end())));
  }
  // Whether there was such a read.
  bool run_broken_off(BytesView command, int64_t reads, Bytes& reply) {
    bool was_broken_off = false;
    store_.break_after(reads);
    try {
      reply = run(command);
    } catch (const BreakingStore::BrokenOff&) {
      was_broken_off = true;
    }
    store_.break_after(-1);
    if (was_broken_off) reply = run(command);
    return was_broken_off;
  }
  // All that others can see.
  Bytes picture() {
    Bytes seen = events_;
    for (const char* database : {"0", "1"}) {
      run("SELECT " + Bytes(database));
      seen += run("DBSIZE") + run("KEYS *");
      for (const char* key : {"s", "h", "t", "z", "l", "x", "new", "newer"}) {
        for (const char* read :
             {"PTTL ", "GET ", "HGETALL ", "HLEN ", "SMEMBERS ", "SCARD ", "ZCARD ", "LLEN "}) {
          seen += run(read + Bytes(key)) + "\n";
        }
        seen += run("ZRANGE " + Bytes(key) + " 0 -1 WITHSCORES") +
                run("LRANGE " + Bytes(key) + " 0 -1");
      }
    }
    return seen;
  }

 private:
  static session::CoreSettings settings_of(const std::map<Bytes, Bytes>& options) {
    const auto world = sim::WorldOptions::parse(options);
    session::CoreSettings settings;
    settings.encodings = world.encodings;
    settings.caches.local_bytes = world.has_local_cache ? 1 << 20 : 0;
    const bool is_ardb = options.contains("family");
    settings.counts_keys = true;
    for (const char* name : {"a", "b"}) settings.databases.emplace_back(world.layout, name);
    if (is_ardb) settings.families.assign(2, format::EncodingFamily::kArdb);
    return settings;
  }

  void changed(size_t database, BytesView key, BytesView event, bool) override {
    happened(database, key, event);
  }
  void happened(size_t database, BytesView key, BytesView event) override {
    events_ += std::to_string(database) + " " + Bytes(key) + " " + Bytes(event) + "\n";
  }
  void added(size_t database, BytesView key, types::KeyType) override {
    happened(database, key, "new");
  }
  bool awaits(size_t, BytesView) const override { return true; }
  Interests interests() const override { return {true, true, true}; }
  void any_changed() override { events_ += "any\n"; }

  sim::SimKv kv_;
  sim::SimClock clock_{kStartMs};
  sim::SimRandom random_{1};
  BreakingStore store_;
  session::Core core_;
  session::Session session_;
  Bytes events_;
};

// Also what is left to chance: what is drawn anew would depend on where it was broken off.
std::vector<BytesView> commands_of() {
  std::vector<BytesView> commands(std::begin(kCornerCommands), std::end(kCornerCommands));
  for (const char* drawing : {"RANDOMKEY", "SPOP t", "SRANDMEMBER t -3",
                              "HRANDFIELD h 1 WITHVALUES", "ZRANDMEMBER z -3 WITHSCORES"}) {
    commands.push_back(drawing);
  }
  return commands;
}

TEST(BrokenOffCommands, LeaveNothing) {
  constexpr int64_t kReadsMax = 200;
  int64_t broken_off_count = 0;
  for (const std::map<Bytes, Bytes>& options : corner_encodings("rocksdb")) {
    if (options.contains("cache")) continue;  // no server has a Redis beside it
    for (const BytesView command : commands_of()) {
      Process undisturbed(options);
      const Bytes expected = undisturbed.run(command);
      const Bytes expected_picture = undisturbed.picture();
      for (int64_t reads = 0; reads < kReadsMax; ++reads) {
        Process disturbed(options);
        Bytes reply;
        if (!disturbed.run_broken_off(command, reads, reply)) break;
        ++broken_off_count;
        ASSERT_EQ(reply, expected) << command << " at read " << reads;
        ASSERT_EQ(disturbed.picture(), expected_picture) << command << " at read " << reads;
      }
    }
  }
  EXPECT_GT(broken_off_count, 300);
}

}  // namespace
}  // namespace keemun
