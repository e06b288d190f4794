#include "plan/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/ascii.h"
#include "model/model.h"
#include "plan/grammar.h"
#include "plan/plan_text.h"
#include "plan/values.h"

namespace keemun::plan {
namespace {

constexpr uint64_t kSeed = 0x5eed;

Args expanded(BytesView pattern, uint64_t seed) {
  const GeneratorOptions options;
  Swarm swarm(seed, options);
  swarm.broken_command = swarm.odd_case = swarm.wild_options = 0;
  Draw draw(seed, 1, Stream::kWorkload);
  const KnownGroups no_groups;
  const KnownEntries no_entries;
  ValueContext context{draw, swarm, options, 1, no_groups, no_entries};
  Args args;
  expand(read_pattern(pattern), context, args);
  return args;
}

// Of a group that was there before.
bool is_about_group(BytesView command) {
  constexpr BytesView kNames[] = {"xreadgroup",         "xpending",        "xclaim",
                                  "xautoclaim",         "xinfo|consumers", "xgroup|createconsumer",
                                  "xgroup|delconsumer", "xgroup|setid"};
  return std::find(std::begin(kNames), std::end(kNames), command) != std::end(kNames);
}

TEST(Pattern, GivesWordsInTheirOrder) {
  EXPECT_EQ(expanded("A (B) C", kSeed), (Args{"A", "B", "C"}));
}

TEST(Pattern, CountsWhatItPromises) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Args args = expanded("#X W =Y", seed);
    const size_t count = std::stoul(args[0]);
    Args expected{args[0]};
    expected.insert(expected.end(), count, "X");
    expected.push_back("W");
    expected.insert(expected.end(), count, "Y");
    EXPECT_EQ(args, expected);
  }
}

TEST(Pattern, TakesOptionsInAnyOrderAndOnceEach) {
  std::set<Args> seen;
  for (uint64_t seed = 0; seed < 2000; ++seed) seen.insert(expanded("{A|B, C}", seed));
  EXPECT_EQ(seen, (std::set<Args>{
                      {}, {"A"}, {"B"}, {"C"}, {"A", "C"}, {"C", "A"}, {"B", "C"}, {"C", "B"}}));
}

TEST(Pattern, RepeatsAndLeavesOut) {
  std::set<size_t> some;
  std::set<size_t> any;
  std::set<size_t> maybe;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    some.insert(expanded("X+", seed).size());
    any.insert(expanded("X*", seed).size());
    maybe.insert(expanded("[X|Y Y]", seed).size());
  }
  EXPECT_EQ(some, (std::set<size_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(any, (std::set<size_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(maybe, (std::set<size_t>{0, 1, 2}));
}

TEST(Pattern, IsReadableInEveryRow) {
  for (const GrammarRow& row : grammar_rows()) read_pattern(row.pattern);
}

TEST(Generator, GivesTheSamePlanForTheSameSeed) {
  const GeneratorOptions options;
  EXPECT_EQ(generate(kSeed, options), generate(kSeed, options));
  EXPECT_NE(generate(kSeed, options), generate(kSeed + 1, options));
}

TEST(Generator, ReachesEveryCommand) {
  std::set<Bytes> seen;
  for (uint64_t seed = 0; seed < 800; ++seed) {
    for (const Event& event : generate(seed, {}).events) {
      if (const auto* row = commands::find_command(event.command()->args)) seen.emplace(row->name);
    }
  }
  for (const GrammarRow& row : grammar_rows())
    EXPECT_TRUE(seen.contains(Bytes(row.name))) << row.name;
}

TEST(Generator, StaysInTheGroupsItIsGiven) {
  GeneratorOptions options;
  options.groups = {commands::Group::kHash};
  for (uint64_t seed = 0; seed < 50; ++seed) {
    for (const Event& event : generate(seed, options).events) {
      const auto* row = commands::find_command(event.command()->args);
      if (row == nullptr) continue;
      EXPECT_EQ(row->group, commands::Group::kHash) << row->name;
    }
  }
}

TEST(Generator, LeavesOutWhatSeesTheWholeKeyspace) {
  GeneratorOptions options;
  options.whole_keyspace = false;
  options.without = {"sort", "pexpiretime"};  // with which a plan looks at what it wrote, too
  const std::set<BytesView> banned = {"flushall", "flushdb", "dbsize", "randomkey",  "scan",
                                      "keys",     "swapdb",  "sort",   "pexpiretime"};
  for (uint64_t seed = 0; seed < 200; ++seed) {
    for (const Event& event : generate(seed, options).events) {
      const auto* row = commands::find_command(event.command()->args);
      EXPECT_TRUE(row == nullptr || !banned.contains(row->name)) << row->name;
    }
  }
}

// A live server would be held up by it.
TEST(Generator, WaitsInTransactionsOnly) {
  size_t waits = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::map<uint32_t, bool> in_multi;
    for (const Event& event : generate(seed, {}).events) {
      const Args& args = event.command()->args;
      bool& is_open = in_multi[event.command()->client];
      const auto* row = commands::find_command(args);
      if (row == nullptr) continue;
      if (row->name == "multi" && row->arity_fits(args.size())) is_open = true;
      if (row->name == "discard" && row->arity_fits(args.size())) is_open = false;
      if (row->name == "exec") is_open = false;  // refused for its arity, it ends all the same
      // A stream is read without waiting, too.
      const auto is_block = [](const Bytes& word) {
        return ascii_equal_ignoring_case(word, "block");
      };
      const bool may_wait =
          row->group != commands::Group::kStream || std::any_of(args.begin(), args.end(), is_block);
      if (!row->is(commands::kBlocking) || !may_wait) continue;
      ++waits;
      EXPECT_TRUE(is_open) << seed << ": " << command_line(args);
    }
  }
  EXPECT_GT(waits, 30u);
}

TEST(Generator, MovesTheClockOnlyWhereItIsItsOwn) {
  size_t moves = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    for (const Event& event : generate(seed, {}).events) ASSERT_NE(event.command(), nullptr);
    GeneratorOptions options;
    options.own_clock = true;
    for (const Event& event : generate(seed, options).events) moves += event.command() == nullptr;
  }
  EXPECT_GT(moves, 0u);
}

// A script gave half a second once, and a server that took longer over a plan was blamed for it.
TEST(Generator, GivesNoKeyAShortTimeWhereTheClockIsNotItsOwn) {
  constexpr int64_t kDayMs = 86'400'000;
  size_t times = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    model::Model model;
    std::map<uint32_t, model::Client> clients;
    for (const Event& event : generate(seed, {}).events) {
      const auto& [client, args] = *event.command();
      model.execute(clients[client], args, kStartMs);
      for (const model::Database& database : model.databases()) {
        for (const auto& [key, entry] : database.entries()) {
          if (entry.expire_at_ms == model::kNoExpiry || entry.expired(kStartMs)) continue;
          ++times;
          ASSERT_GT(entry.expire_at_ms, kStartMs + kDayMs) << seed << ": " << command_line(args);
        }
      }
    }
  }
  EXPECT_GT(times, 0u);
}

// More than half heard that there was none, and proved nothing about groups.
TEST(Generator, AsksMostlyForGroupsThatAreThere) {
  GeneratorOptions options;
  options.groups = {commands::Group::kStream};
  size_t asked = 0;
  size_t not_there = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    model::Model model;
    std::map<uint32_t, model::Client> clients;
    for (const Event& event : generate(seed, options).events) {
      const auto& [client, args] = *event.command();
      const auto reply = model.execute(clients[client], args, kStartMs);
      const auto* row = commands::find_command(args);
      asked += row != nullptr && is_about_group(row->name);
      not_there += reply.is_error() && reply.text().starts_with("NOGROUP");
    }
  }
  EXPECT_GT(asked, 1000u);
  EXPECT_LT(not_there * 4, asked);
}

// Of a hundred questions about a member three met one, and the others proved little.
TEST(Generator, AsksOftenForWhatIsThere) {
  constexpr size_t kPercentMin = 12;
  constexpr BytesView kNames =
      " hget hexists hdel sismember srem smove zscore zrank zrevrank zrem zcount zrangebyscore "
      "zrevrangebyscore zrangebylex zrevrangebylex zlexcount lpos lrem xack xdel xclaim xrange ";
  GeneratorOptions options;
  options.event_count = 1000;
  std::map<Bytes, std::pair<size_t, size_t>> asked;  // and how many were answered by something
  for (uint64_t seed = 0; seed < 150; ++seed) {
    model::Model model;
    std::map<uint32_t, model::Client> clients;
    for (const Event& event : generate(seed, options).events) {
      const auto& [client, args] = *event.command();
      const auto reply = model.execute(clients[client], args, kStartMs);
      const auto* row = commands::find_command(args);
      if (row == nullptr || reply.is_error() || clients[client].in_multi) continue;
      auto& [all, full] = asked[Bytes(row->name)];
      ++all;
      const bool is_place = row->name.ends_with("rank") || row->name == "lpos";
      const bool is_empty = reply.is_null() || (reply == resp::Reply::integer(0) && !is_place) ||
                            (reply.is_aggregate() && reply.items().empty());
      full += !is_empty;
    }
  }
  for (const auto& [name, counts] : asked) {
    const auto [all, full] = counts;
    if (kNames.find(" " + name + " ") == BytesView::npos) continue;
    EXPECT_GT(full * 100, all * kPercentMin) << name << ": " << full << " of " << all;
  }
}

TEST(KnownEntries, AreThoseThatWereGiven) {
  KnownEntries entries;
  Draw draw(kSeed, 1, Stream::kWorkload);
  const auto add = [&entries](Args args) {
    args.insert(args.begin(), "XADD");
    entries.follow(commands::find_command(args), args);
  };
  add({"x1", "MAXLEN", "=", "3", "7-*", "f", "v"});
  ASSERT_NE(entries.any(draw, "x1"), nullptr);
  EXPECT_EQ(*entries.any(draw, "x1"), "7-0");
  EXPECT_EQ(entries.any(draw, "x2"), nullptr);
  add({"x2", "MINID", "=", "5-1", "8-3", "f", "9-9"});
  EXPECT_EQ(*entries.any(draw, "x2"), "8-3");
  add({"x3", "minid", "5-1", "*", "f", "v"});
  EXPECT_EQ(entries.any(draw, "x3"), nullptr);
  for (int i = 0; i < 40; ++i) add({"x4", "9-1", "f", "v"});
  EXPECT_EQ(entries.any(draw, "x1"), nullptr);
}

TEST(KnownGroups, AreThoseMadeAndNotYetGone) {
  const auto follow = [](KnownGroups& groups, const Args& args) {
    groups.follow(commands::find_command(args), args);
  };
  KnownGroups groups;
  follow(groups, {"XGROUP", "CREATE", "x1", "g1", "0", "MKSTREAM"});
  follow(groups, {"xgroup", "create", "x2", "g2", "0", "mkstream"});
  follow(groups, {"XGROUP", "CREATE", "x3", "g1", "0"});  // perhaps there is no such stream
  EXPECT_TRUE(groups.contains({"x1", "g1"}));
  EXPECT_TRUE(groups.contains({"x2", "g2"}));
  EXPECT_FALSE(groups.contains({"x3", "g1"}));

  Draw draw(kSeed, 1, Stream::kWorkload);
  EXPECT_EQ(*groups.any(draw, "x2", {}), (KnownGroups::Group{"x2", "g2"}));
  EXPECT_EQ(*groups.any(draw, {}, "g1"), (KnownGroups::Group{"x1", "g1"}));
  EXPECT_EQ(groups.any(draw, "x2", "g1"), nullptr);

  follow(groups, {"GET", "x1"});
  EXPECT_TRUE(groups.contains({"x1", "g1"}));
  follow(groups, {"DEL", "x9", "x1"});
  EXPECT_FALSE(groups.contains({"x1", "g1"}));
  follow(groups, {"XGROUP", "DESTROY", "x2", "g2"});
  EXPECT_TRUE(groups.empty());
  follow(groups, {"XGROUP", "CREATE", "x1", "g1", "0", "MKSTREAM"});
  follow(groups, {"FLUSHALL"});
  EXPECT_TRUE(groups.empty());
}

}  // namespace
}  // namespace keemun::plan
