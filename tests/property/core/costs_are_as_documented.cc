// spec/costs.md, line by line: each command is run on the store that its section describes, and
// costs what the line says.
#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "base/number_text.h"
#include "resp/split_arguments.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/world_options.h"

namespace keemun {
namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;

struct Line {
  Bytes section;
  std::vector<Bytes> before;
  Bytes with;
  Bytes command;
  Bytes costs;
};

// What stands between backticks.
std::vector<Bytes> words_in_backticks(const Bytes& text) {
  std::vector<Bytes> found;
  for (size_t open = text.find('`'); open != Bytes::npos;) {
    const size_t end = text.find('`', open + 1);
    found.push_back(text.substr(open + 1, end - open - 1));
    open = text.find('`', end + 1);
  }
  return found;
}

std::vector<Line> read_page() {
  std::vector<Line> lines;
  std::ifstream page("spec/costs.md");
  Line line;
  for (Bytes text; std::getline(page, text);) {
    if (text.starts_with("## ")) {
      line = Line();
      line.section = text.substr(3);
    }
    if (text.starts_with("with: ")) line.with = text.substr(6);
    if (text.starts_with("before: ")) line.before = words_in_backticks(text);
    if (!text.starts_with("| `")) continue;
    line.command = words_in_backticks(text)[0];
    line.costs = text.substr(line.command.size() + 7);  // behind "| `command` | "
    lines.push_back(line);
  }
  return lines;
}

// "hash 1, …" is the encoding of new hashes, "layout slot" where rows stand, "expiry-index on" what
// stands beside them, "ardb …" the other family, "ardb fast …" with blind hashes and sets; other
// sections have the default ones.
sim::WorldOptions world_of(const Bytes& section) {
  const size_t space = section.find(' ');
  const Bytes type = section.substr(0, space);
  if (type == "layout" || type == "expiry-index") {
    return sim::WorldOptions::parse({{type, section.substr(space + 1)}});
  }
  if (type != "hash" && type != "set" && type != "zset") return {};
  return sim::WorldOptions::parse({{type, section.substr(space + 1, 1)}});
}

Bytes measured(const Line& line) {
  sim::SimKv kv;
  sim::SimClock clock(kStartMs);
  sim::SimRandom random(1);
  session::CoreSettings settings;
  const sim::WorldOptions world = world_of(line.section);
  settings.encodings = world.encodings;
  if (line.section.starts_with("ardb ")) {
    settings.families.assign(2, format::EncodingFamily::kArdb);
    settings.encodings.ardb_fast = line.section.starts_with("ardb fast ");
  }
  for (const char* name : {"a", "b"}) {
    settings.databases.emplace_back(world.layout, name);
  }
  settings.caches.local_bytes = line.with == "memory" ? 1 << 20 : 0;
  settings.caches.copies_metas = line.with == "redis with metas";
  sim::FakeRedis redis(clock);
  keyspace::RedisDoors doors;
  if (line.with.starts_with("redis")) doors = {&redis, &redis};
  session::Core core(kv, clock, random, std::move(settings), doors);
  session::Session session(core);
  const auto run = [&](const Bytes& command) {
    const auto args = resp::split_arguments(command);
    return session.execute(std::vector<BytesView>(args->begin(), args->end()));
  };
  for (const Bytes& command : line.before) EXPECT_FALSE(run(command).is_error()) << command;
  kv.reset_counts();
  const int64_t calls_before = redis.call_count();
  EXPECT_FALSE(run(line.command).is_error()) << line.command;
  const sim::SimKv::Counts& counts = kv.counts();
  std::vector<int64_t> columns = {counts.gets, counts.scan_pages, counts.rows_put,
                                  counts.rows_erased + counts.ranges_erased, counts.commits};
  if (!line.with.empty()) columns.push_back(redis.call_count() - calls_before);
  Bytes costs;
  for (const int64_t count : columns) costs += format_int64(count) + " | ";
  costs.pop_back();
  return costs;
}

TEST(Costs, AreWhatThePageSays) {
  const std::vector<Line> lines = read_page();
  EXPECT_GE(lines.size(), 400u);
  for (const Line& line : lines) {
    EXPECT_EQ(measured(line), line.costs) << line.section << ": " << line.command;
  }
}

}  // namespace
}  // namespace keemun
