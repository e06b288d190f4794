// The auditor is only worth what it finds: here each kind of damage is done to the rows of a small
// store, and must be found.
#include "audit/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "audit/camellia_reader.h"
#include "base/command_error.h"
#include "model/model.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::sim {
namespace {

using format::LayoutKind;
using testing::HasSubstr;

constexpr int64_t kNowMs = 1'700'000'000'000;

// A core and the oracle, given the same commands.
class Audited : public testing::TestWithParam<LayoutKind> {
 protected:
  Audited() : clock_(kNowMs), random_(1), core_(kv_, clock_, random_, settings()), session_(core_) {
    run({"set", "text", "v"});
    run({"hset", "hash", "f1", "a", "f2", "b"});
    run({"sadd", "set", "m1", "m2"});
    run({"zadd", "zset", "1", "one", "0", "zero", "-inf", "low"});
    run({"rpush", "list", "a", "b", "c"});
    run({"set", "mortal", "v", "px", "5000"});
  }

  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(GetParam(), "a");
    settings.databases.emplace_back(GetParam(), "b");
    return settings;
  }

  void run(std::initializer_list<Bytes> words) {
    const std::vector<Bytes> args(words);
    session_.execute(std::vector<BytesView>(args.begin(), args.end()));
    model_.execute(client_, args, kNowMs);
  }

  std::optional<Bytes> found() {
    return audit({kv_.rows(), core_.settings.databases, core_.database_order, clock_.now_ms()},
                 model_.databases());
  }

  // The row of that family and key whose tail ends so.
  RowMap::iterator row(char family, BytesView key, BytesView tail_end = "") {
    for (auto at = kv_.rows().begin(); at != kv_.rows().end(); ++at) {
      const AuditedRow parts = read_row_key(at->first, GetParam(), 1);
      if (parts.family == family && parts.key == key && parts.tail.ends_with(tail_end)) return at;
    }
    throw CommandError("no such row");
  }
  Bytes& value(char family, BytesView key, BytesView tail_end = "") {
    return row(family, key, tail_end)->second;
  }
  // The same row again, its name changed.
  template <typename Change>
  void copy_row(RowMap::iterator from, Change change) {
    Bytes name = from->first;
    change(name);
    kv_.rows().emplace(std::move(name), from->second);
  }
  // Where the version stands in the names of a key's rows.
  size_t version_at(BytesView key) {
    const size_t head = 3 + (GetParam() == LayoutKind::kPlain ? 0 : 8);
    return head + 4 + key.size();
  }

  SimKv kv_;
  SimClock clock_;
  SimRandom random_;
  session::Core core_;
  session::Session session_;
  model::Model model_;
  model::Client client_;
};

TEST_P(Audited, WhatCommandsWriteIsRight) {
  EXPECT_EQ(found(), std::nullopt);
  run({"del", "hash"});
  run({"hset", "hash", "f9", "z"});
  run({"zadd", "zset", "5", "low"});
  run({"swapdb", "0", "1"});
  EXPECT_EQ(found(), std::nullopt);
}

TEST_P(Audited, CountOneTooHighIsFound) {
  ++value('m', "hash").back();
  EXPECT_THAT(found().value_or(""), HasSubstr("counts 3 of 2"));
}

TEST_P(Audited, CountOneTooLowIsFound) {
  --value('m', "zset").back();
  EXPECT_THAT(found().value_or(""), HasSubstr("counts fewer rows than there are"));
}

TEST_P(Audited, CountOfNothingIsFound) {
  value('m', "set").back() = 0;
  EXPECT_THAT(found().value_or(""), HasSubstr("counts no element"));
}

TEST_P(Audited, LostSubRowIsFound) {
  kv_.rows().erase(row('s', "set", "m1"));
  EXPECT_THAT(found().value_or(""), HasSubstr("counts 2 of 1"));
}

TEST_P(Audited, LostScoreRowIsFound) {
  kv_.rows().erase(row('k', "zset", "one"));
  EXPECT_THAT(found().value_or(""), HasSubstr("differ in number"));
}

TEST_P(Audited, ScoreRowOfAnEarlierScoreIsFound) {
  copy_row(row('k', "zset", "one"), [](Bytes& name) { ++name[name.size() - 4]; });
  EXPECT_THAT(found().value_or(""), HasSubstr("differ in number"));
  kv_.rows().erase(row('k', "zset", "one"));
  EXPECT_THAT(found().value_or(""), HasSubstr("no member row with its score"));
}

TEST_P(Audited, ZeroWithTheWrongSignIsFound) {
  value('k', "zset", "zero") = "-";
  EXPECT_THAT(found().value_or(""), HasSubstr("no member row with its score"));
}

TEST_P(Audited, OddValueOfAScoreRowIsFound) {
  value('k', "zset", "one") = "x";
  EXPECT_THAT(found().value_or(""), HasSubstr("odd value"));
}

TEST_P(Audited, ScoreThatIsNoNumberIsFound) {
  value('s', "zset", "one") = "1x\n0 problems";
  EXPECT_THAT(found().value_or(""), HasSubstr(R"(score text "1x\n0 problems")"));
}

TEST_P(Audited, MemberOfASetWithAValueIsFound) {
  value('s', "set", "m1") = "x";
  EXPECT_THAT(found().value_or(""), HasSubstr("set's sub row has a value"));
}

TEST_P(Audited, ValueThatNobodyWroteIsFound) {
  value('s', "hash", "f1") = "b";
  EXPECT_THAT(found().value_or(""), HasSubstr("holds something else"));
}

TEST_P(Audited, MetaOfAnotherVersionIsFound) {
  ++value('m', "hash")[2 + 7];
  EXPECT_THAT(found().value_or(""), HasSubstr("counts 2 of 0"));
}

TEST_P(Audited, RowsOfAVersionYetToComeAreFound) {
  copy_row(row('s', "hash", "f1"), [this](Bytes& name) { ++name[version_at("hash") + 1]; });
  EXPECT_THAT(found().value_or(""), HasSubstr("a version that is not yet"));
}

TEST_P(Audited, RowsOfADeadVersionAreGarbageAndAllowed) {
  copy_row(row('s', "hash", "f1"), [this](Bytes& name) { --name[version_at("hash") + 1]; });
  EXPECT_EQ(found(), std::nullopt);
}

TEST_P(Audited, KeyThatWasDeletedIsFound) {
  const std::vector<Bytes> args = {"del", "text"};
  model_.execute(client_, args, kNowMs);
  EXPECT_THAT(found().value_or(""), HasSubstr("should not be there"));
}

TEST_P(Audited, LostMetaIsFound) {
  kv_.rows().erase(row('m', "hash"));
  EXPECT_THAT(found().value_or(""), HasSubstr("is missing"));
}

TEST_P(Audited, OtherExpiryIsFound) {
  ++value('m', "mortal")[2 + 8 + 7];
  EXPECT_THAT(found().value_or(""), HasSubstr("expires at another time"));
  clock_.advance(6000);
  EXPECT_EQ(found(), std::nullopt);
}

TEST_P(Audited, GapInAListIsFound) {
  const auto middle = std::next(row('s', "list"));
  kv_.rows().erase(middle);
  --value('m', "list").back();
  EXPECT_THAT(found().value_or(""), HasSubstr("a list has a gap"));
}

TEST_P(Audited, StringWithSubRowsIsFound) {
  Bytes& hash = value('m', "hash");
  hash[1] = 1;  // and so are its last four bytes the value
  EXPECT_THAT(found().value_or(""), HasSubstr("a string has sub rows"));
}

TEST_P(Audited, RowsThatDoNotDecodeAreFound) {
  const RowMap whole = kv_.rows();
  for (const BytesView name : {"", "m", "q#a", "s#a", "s#a\0\0\0\xffkey"}) {
    kv_.rows().emplace(Bytes(8, '\0') + Bytes(name), "");
    EXPECT_NE(found(), std::nullopt) << name;
    kv_.rows() = whole;
  }
  for (const BytesView meta : {BytesView(""), BytesView("\0\x02", 2), BytesView("\x09\x02", 2)}) {
    value('m', "text") = meta;
    EXPECT_NE(found(), std::nullopt);
    kv_.rows() = whole;
  }
}

TEST(AuditedRows, DigestOfAnotherKeyIsFound) {
  for (const LayoutKind kind : {LayoutKind::kMd5, LayoutKind::kSlot}) {
    Bytes row = format::KeyLayout(kind, "a").meta_key("key");
    EXPECT_EQ(read_row_key(row, kind, 1).key, "key");
    ++row[kind == LayoutKind::kMd5 ? 3 : 0];
    EXPECT_THROW(read_row_key(row, kind, 1), CommandError);
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, Audited,
                         testing::Values(LayoutKind::kPlain, LayoutKind::kMd5, LayoutKind::kSlot));

}  // namespace
}  // namespace keemun::sim
