// Threads that read at once, from a core whose memory of the store is small enough that rows come
// and go: each is answered as one that is alone. Under a sanitizer of threads it shows that nothing
// else is shared.
#include "server/threads/parallel_commands.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "resp/split_arguments.h"
#include "server/threads/thread_turn.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::server {
namespace {

constexpr BytesView kPrepared[] = {
    "SET s a-value",
    "SET n 123",
    "SET soon 1 PX 100000000",
    "SET over 1 PX 1",
    "RPUSH over-list a b",
    "PEXPIRE over-list 1",
    "HSET h a 1 b 2 a-field-that-is-long 3",
    "SADD t a b a-member-that-is-long",
    "SADD u b c",
    "ZADD z 1 a 2 b 3 c 3 d",
    "ZADD y 5 b 6 e",
    "ZADD same 0 a 0 b 0 c",
    "RPUSH l a b c b",
    "GEOADD g 13.361389 38.115556 Palermo 15.087269 37.502669 Catania",
    "XADD x 1-1 f v",
    "XADD x 2-1 f w",
    "XGROUP CREATE x readers 0",
    "XREADGROUP GROUP readers one COUNT 1 STREAMS x >",
};

constexpr BytesView kRequests[] = {
    "GET s",
    "GET l",
    "GET missing",
    "GET over",
    "LRANGE over-list 0 -1",
    "EXISTS over over-list s",
    "GETRANGE s 2 4",
    "MGET s n missing",
    "STRLEN s",
    "SUBSTR s 0 1",
    "BITCOUNT s",
    "BITPOS n 1",
    "GETBIT n 3",
    "LCS s n",
    "EXISTS s l missing",
    "EXPIRETIME s",
    "PEXPIRETIME soon",
    "PTTL s",
    "TTL missing",
    "TYPE z",
    "HEXISTS h a",
    "HGET h a-field-that-is-long",
    "HGETALL h",
    "HKEYS h",
    "HLEN h",
    "HMGET h a c",
    "HSTRLEN h b",
    "HVALS h",
    "LINDEX l -1",
    "LLEN l",
    "LPOS l b RANK 2",
    "LRANGE l 0 -1",
    "SCARD t",
    "SDIFF t u",
    "SINTER t u",
    "SINTERCARD 2 t u",
    "SISMEMBER t b",
    "SMEMBERS t",
    "SMISMEMBER t b x",
    "SUNION t u",
    "ZCARD z",
    "ZCOUNT z 2 3",
    "ZDIFF 2 z y",
    "ZINTER 2 z y WITHSCORES",
    "ZINTERCARD 2 z y",
    "ZLEXCOUNT same - [b",
    "ZMSCORE z a x",
    "ZRANGE z 0 -1 WITHSCORES",
    "ZRANGEBYLEX same [b +",
    "ZRANGEBYSCORE z 2 3",
    "ZRANK z c",
    "ZREVRANGE z 0 1",
    "ZREVRANGEBYLEX same + -",
    "ZREVRANK z c",
    "ZREVRANGEBYSCORE z 3 1",
    "ZSCORE z a",
    "ZUNION 2 z y",
    "GEODIST g Palermo Catania",
    "GEOHASH g Palermo",
    "GEOPOS g Catania",
    "GEOSEARCH g FROMLONLAT 15 37 BYRADIUS 200 km ASC",
    "XLEN x",
    "XRANGE x - +",
    "XREVRANGE x + - COUNT 1",
    "XPENDING x readers",
    "XINFO STREAM x",
    "XINFO GROUPS x",
    "TOUCH s l missing",
    "DUMP z",
    "BITFIELD_RO s GET u8 0",
    "GEORADIUS_RO g 15 37 200 km",
    "GEORADIUSBYMEMBER_RO g Palermo 200 km",
};

// Rows that nobody writes any more.
class ReadStore final : public ports::KvStore {
 public:
  ReadStore(std::map<Bytes, Bytes> rows, ports::Capabilities capabilities)
      : rows_(std::move(rows)), capabilities_(capabilities) {}

  ports::Capabilities capabilities() const override { return capabilities_; }
  std::optional<Bytes> get(BytesView key) override {
    const auto row = rows_.find(Bytes(key));
    return row == rows_.end() ? std::nullopt : std::optional(row->second);
  }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    std::vector<std::optional<Bytes>> values;
    for (const Bytes& key : keys) values.push_back(get(key));
    return values;
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    ports::ScanPage page;
    auto begin = rows_.lower_bound(Bytes(request.begin));
    auto end = rows_.lower_bound(Bytes(request.end));
    while (begin != end && page.rows.size() < request.rows_max) {
      const auto row = request.is_reverse ? --end : begin++;
      if (!request.mark.is_on(row->first)) continue;
      page.rows.push_back({row->first, Bytes(ports::part_of(row->second, request.values))});
    }
    page.has_more = begin != end;
    return page;
  }
  void commit(const ports::WriteBatch&) override { FAIL() << "a reader has written"; }

 private:
  const std::map<Bytes, Bytes> rows_;
  const ports::Capabilities capabilities_;
};

// As a queue that belongs to one thread.
class Sink final : public keyspace::GarbageSink {
 public:
  void leave(size_t, const keyspace::Garbage& garbage) override { left.push_back(garbage); }
  void leave_expired(size_t, BytesView, int64_t) override {}

  std::vector<keyspace::Garbage> left;
};

class ThreadClock final : public ports::Clock {
 public:
  int64_t now_ms() override { return ++now_ms_; }
  bool may_step_back() const override { return false; }

 private:
  std::atomic<int64_t> now_ms_ = 1'700'000'000'000;
};

struct World {
  format::LayoutKind layout = format::LayoutKind::kPlain;
  format::EncodingFamily family = format::EncodingFamily::kCamellia;
  bool is_blind = false;
};

class ParallelReadsTest : public testing::TestWithParam<World> {
 protected:
  ParallelReadsTest() {
    sim::SimClock clock(1'700'000'000'000);
    session::Core core(kv_, clock, random_, settings());
    session::Session session(core);
    for (const BytesView command : kPrepared) {
      EXPECT_FALSE(ask(session, command).is_error()) << command;
    }
  }

  session::CoreSettings settings() {
    using format::Encoding;
    session::CoreSettings settings;
    settings.databases.emplace_back(GetParam().layout, "a");
    settings.families = {GetParam().family};
    if (GetParam().is_blind) {
      settings.encodings.hash = Encoding::kHashBlind;
      settings.encodings.set = Encoding::kSetBlind;
    }
    settings.caches.local_bytes = 4 << 10;
    settings.caches.turn = &turn_;
    return settings;
  }
  static resp::Reply ask(session::Session& session, BytesView command) {
    const auto words = resp::split_arguments(command);
    return session.execute(commands::views_of(*words));
  }
  static Bytes ask_beside_others(session::Session& session, BytesView command) {
    const auto words = resp::split_arguments(command);
    const std::vector<BytesView> args = commands::views_of(*words);
    return resp::to_transcript(session.execute_beside_others(session.find(args), args));
  }

  sim::SimKv kv_;
  sim::SimRandom random_{1};
  ThreadTurn turn_;
};

TEST_P(ParallelReadsTest, AreAnsweredAsByOneThread) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 50;
  turn_.set_several(true);
  ThreadClock clock;
  ReadStore store({kv_.rows().begin(), kv_.rows().end()}, kv_.capabilities());
  session::Core core(store, clock, random_, settings());
  std::vector<Bytes> expected;
  session::Session alone(core);
  for (const BytesView request : kRequests) {
    expected.push_back(resp::to_transcript(ask(alone, request)));
  }
  Sink sink;
  core.garbage = &sink;
  const auto read = [&](session::Session& session, size_t first) {
    for (size_t i = 0; i < kRounds * std::size(kRequests); ++i) {
      const size_t which = (first + i * 7) % std::size(kRequests);
      EXPECT_EQ(ask_beside_others(session, kRequests[which]), expected[which]);
    }
  };
  std::deque<session::Session> sessions;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back(read, std::ref(sessions.emplace_back(core)), i * 11);
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(sink.left.empty());
  for (session::Session& session : sessions) session.tell_of_reads();
  EXPECT_EQ(sink.left.empty(), GetParam().family == format::EncodingFamily::kArdb);
}

INSTANTIATE_TEST_SUITE_P(Worlds, ParallelReadsTest,
                         testing::Values(World{}, World{.layout = format::LayoutKind::kMd5},
                                         World{.layout = format::LayoutKind::kSlot,
                                               .is_blind = true},
                                         World{.family = format::EncodingFamily::kArdb}));

TEST(ParallelReads, AreAllOfThemTested) {
  std::set<BytesView> tested;
  for (const BytesView request : kRequests) {
    const auto words = resp::split_arguments(request);
    tested.insert(commands::find_command(commands::views_of(*words))->name);
  }
  std::set<BytesView> parallel;
  for (const commands::Command& command : commands::all_commands()) {
    if (may_run_in_parallel(command)) parallel.insert(command.name);
  }
  EXPECT_EQ(tested, parallel);
}

}  // namespace
}  // namespace keemun::server
