// The auditor of the ardb family is only worth what it finds: each kind of damage is done to the
// rows of a small store, and must be found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "audit/audit.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/expiry_index.h"
#include "model/model.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::sim {
namespace {

using format::ArdbRows;
using format::ArdbType;
using format::ArdbValue;
using testing::HasSubstr;

constexpr int64_t kNowMs = 1'700'000'000'000;

// A core and the oracle, given the same commands.
class ArdbAudited : public testing::Test {
 protected:
  ArdbAudited()
      : clock_(kNowMs), random_(1), core_(kv_, clock_, random_, settings()), session_(core_) {
    run({"set", "text", "v"});
    run({"set", "number", "42"});
    run({"hset", "hash", "f1", "a", "f2", "7"});
    run({"sadd", "set", "m1", "m2"});
    run({"zadd", "zset", "1", "one", "0", "zero", "-inf", "low"});
    run({"rpush", "list", "a", "b", "c"});
    run({"linsert", "list", "before", "b", "between"});
    run({"rpush", "plain", "a", "b", "c"});
    run({"xadd", "stream", "1-1", "f", "v"});
    run({"set", "mortal", "v", "px", "5000"});
  }

  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.databases.emplace_back(format::LayoutKind::kPlain, "b");
    settings.families.assign(2, format::EncodingFamily::kArdb);
    return settings;
  }

  void run(std::initializer_list<Bytes> words) {
    const std::vector<Bytes> args(words);
    session_.execute(std::vector<BytesView>(args.begin(), args.end()));
    model_.execute(client_, args, kNowMs);
  }
  Bytes found() {
    return audit({kv_.rows(), core_.settings.databases, core_.database_order, clock_.now_ms(),
                  nullptr, true, rules_},
                 model_.databases())
        .value_or("nothing");
  }

  static ArdbRows rows(BytesView key) { return ArdbRows("a", key); }
  void put(Bytes row, const ArdbValue& value) {
    kv_.rows()[std::move(row)] = format::encode_ardb_value(value);
  }
  void erase(const Bytes& row) { ASSERT_EQ(kv_.rows().erase(row), 1u); }
  template <typename Change>
  void change_meta(BytesView key, Change change) {
    Bytes& row = kv_.rows().at(rows(key).meta_row());
    ArdbValue meta = *format::decode_ardb_value(row);
    change(meta);
    row = format::encode_ardb_value(meta);
  }

  SimKv kv_;
  SimClock clock_;
  SimRandom random_;
  session::Core core_;
  session::Session session_;
  model::Model model_;
  model::Client client_;
  ArdbRules rules_;
};

TEST_F(ArdbAudited, WhatCommandsWriteIsRight) {
  EXPECT_EQ(found(), "nothing");
  run({"del", "hash"});
  run({"zadd", "zset", "5", "low"});
  run({"move", "list", "1"});
  run({"swapdb", "0", "1"});
  clock_.advance(6000);
  EXPECT_EQ(found(), "nothing");
}

TEST_F(ArdbAudited, WrongSizeIsFound) {
  change_meta("hash", [](ArdbValue& meta) { ++meta.meta.size; });
  EXPECT_THAT(found(), HasSubstr("counts 3 and has 2 rows"));
}

TEST_F(ArdbAudited, UnknownSizeIsFound) {
  change_meta("set", [](ArdbValue& meta) { meta.meta.size = -1; });
  EXPECT_THAT(found(), HasSubstr("counts -1"));
}

TEST_F(ArdbAudited, UnknownSizeIsRightForHashesAndSetsOfAFastServer) {
  rules_.has_blind_keys = true;
  for (const char* key : {"hash", "set"}) {
    change_meta(key, [](ArdbValue& meta) { meta.meta.size = -1; });
  }
  EXPECT_EQ(found(), "nothing");
  change_meta("zset", [](ArdbValue& meta) { meta.meta.size = -1; });
  EXPECT_THAT(found(), HasSubstr("counts -1"));
}

TEST_F(ArdbAudited, UnknownSizeOfNothingIsFound) {
  rules_.has_blind_keys = true;
  change_meta("set", [](ArdbValue& meta) { meta.meta.size = -1; });
  for (const char* member : {"m1", "m2"})
    erase(rows("set").named_row(ArdbType::kSetMember, member));
  EXPECT_THAT(found(), HasSubstr("counts -1 and has 0 rows"));
}

// As DEL leaves it: a tombstone, which is in the index of expiry, and part of the rows.
TEST_F(ArdbAudited, TombstoneIsRightWhereTheStoreErasesNoRanges) {
  change_meta("set", [](ArdbValue& meta) { meta.meta = {.expire_at_ms = 1}; });
  put(format::expiry_row("a", 1, "set"), {.type = ArdbType::kTtlSort});
  erase(rows("set").named_row(ArdbType::kSetMember, "m1"));
  EXPECT_THAT(found(), HasSubstr("counts 0"));
  rules_.has_tombstones = true;
  EXPECT_THAT(found(), HasSubstr("'set' of database 0 is missing"));
  const std::vector<Bytes> del = {"del", "set"};
  model_.execute(client_, del, kNowMs);
  EXPECT_EQ(found(), "nothing");
  put(rows("set").named_row(ArdbType::kHashField, "f"),
      {.type = ArdbType::kHashField, .elements = {int64_t{1}}});
  EXPECT_THAT(found(), HasSubstr("tombstone with rows of another type"));
}

TEST_F(ArdbAudited, RowsWithoutMetaAreFound) {
  erase(rows("set").meta_row());
  EXPECT_THAT(found(), HasSubstr("has rows and no meta"));
}

TEST_F(ArdbAudited, RowOfAnotherTypeIsFound) {
  put(rows("text").named_row(ArdbType::kSetMember, "m"), {.type = ArdbType::kSetMember});
  EXPECT_THAT(found(), HasSubstr("a string of another shape"));
  erase(rows("text").named_row(ArdbType::kSetMember, "m"));
  erase(rows("set").named_row(ArdbType::kSetMember, "m1"));
  put(rows("set").named_row(ArdbType::kHashField, "m1"),
      {.type = ArdbType::kHashField, .elements = {Bytes("v")}});
  EXPECT_THAT(found(), HasSubstr("is a set and has other rows"));
}

TEST_F(ArdbAudited, NumberKeptAsAStringIsFound) {
  put(rows("hash").named_row(ArdbType::kHashField, "f2"),
      {.type = ArdbType::kHashField, .elements = {Bytes("7")}});
  EXPECT_THAT(found(), HasSubstr("kept as a string"));
}

TEST_F(ArdbAudited, AnotherValueIsFound) {
  put(rows("hash").named_row(ArdbType::kHashField, "f2"),
      {.type = ArdbType::kHashField, .elements = {int64_t{8}}});
  EXPECT_THAT(found(), HasSubstr("holds something else than the model"));
}

TEST_F(ArdbAudited, OldSortRowIsFound) {
  erase(rows("zset").sort_row(1, "one"));
  put(rows("zset").sort_row(2, "one"), {.type = ArdbType::kZSetSort});
  EXPECT_THAT(found(), HasSubstr("another set by name than by score"));
  erase(rows("zset").sort_row(0, "zero"));
  put(rows("zset").sort_row(1, "one"), {.type = ArdbType::kZSetSort});
  EXPECT_THAT(found(), HasSubstr("a member with two scores"));
}

TEST_F(ArdbAudited, WrongBoundsOfAListAreFound) {
  change_meta("list", [](ArdbValue& meta) { meta.elements[1] = int64_t{9}; });
  EXPECT_THAT(found(), HasSubstr("other bounds"));
}

TEST_F(ArdbAudited, GapInASequentialListIsFound) {
  change_meta("list", [](ArdbValue& meta) { meta.meta.is_sequential = true; });
  EXPECT_THAT(found(), HasSubstr("has a gap"));
}

TEST_F(ArdbAudited, IntegerIndexInTheFormOfADoubleIsFound) {
  erase(rows("plain").element_row(int64_t{1}));
  put(rows("plain").element_row(1.0), {.type = ArdbType::kListElement, .elements = {Bytes("b")}});
  EXPECT_THAT(found(), HasSubstr("an index in the wrong form"));
}

// What Ardb leaves behind is right where it may be Ardb's, and nowhere else.
class ArdbsOwn : public ArdbAudited {
 protected:
  void expect_right_of_ardb_alone(BytesView elsewhere) {
    EXPECT_THAT(found(), HasSubstr(Bytes(elsewhere)));
    rules_.has_rows_of_ardb = true;
    EXPECT_EQ(found(), "nothing");
  }

  static ArdbValue of_group(format::ArdbElements elements) {
    return {.type = ArdbType::kStreamPending, .elements = std::move(elements)};
  }
};

TEST_F(ArdbsOwn, BoundsThatAListOnceHad) {
  change_meta("list", [](ArdbValue& meta) { meta.elements[1] = int64_t{9}; });
  expect_right_of_ardb_alone("other bounds");
  change_meta("plain", [](ArdbValue& meta) { meta.elements[1] = int64_t{9}; });
  EXPECT_THAT(found(), HasSubstr("other bounds"));
}

// Nobody's bounds lie within: what is pushed next would overwrite an element.
TEST_F(ArdbsOwn, BoundsWithinTheElementsAreFound) {
  rules_.has_rows_of_ardb = true;
  change_meta("list", [](ArdbValue& meta) { meta.elements[1] = meta.elements[0]; });
  EXPECT_THAT(found(), HasSubstr("has elements beyond its bounds"));
  change_meta("list", [](ArdbValue& meta) { meta.elements = {int64_t{1}, int64_t{9}}; });
  EXPECT_THAT(found(), HasSubstr("has elements beyond its bounds"));
}

TEST_F(ArdbsOwn, NegativeZeroAsAScore) {
  put(rows("zset").named_row(ArdbType::kZSetScore, "zero"),
      {.type = ArdbType::kZSetScore, .elements = {-0.0}});
  expect_right_of_ardb_alone("a negative zero");
}

TEST_F(ArdbsOwn, GroupThatDoesNotKnowHowMuchItHasRead) {
  run({"xgroup", "create", "stream", "group", "0"});
  put(rows("stream").row(ArdbType::kStreamPending, {Bytes("group"), format::ArdbNil()}),
      of_group({Bytes(16, '\0')}));
  expect_right_of_ardb_alone("a row of another shape");
}

TEST_F(ArdbsOwn, EntryThatIsPendingAndThatNoConsumerCounts) {
  run({"xgroup", "create", "stream", "group", "0"});
  const ArdbValue pending = of_group({Bytes("consumer"), kNowMs, int64_t{1}});
  put(rows("stream").row(ArdbType::kStreamPending, {Bytes("group"), Bytes(16, '\1')}), pending);
  EXPECT_THAT(found(), HasSubstr("pending for nobody"));
  rules_.has_rows_of_ardb = true;
  EXPECT_THAT(found(), Not(HasSubstr("pending for nobody")));
}

TEST_F(ArdbAudited, IndexOfExpiryThatMissesARowIsFound) {
  erase(format::expiry_row("a", kNowMs + 5000, "mortal"));
  EXPECT_THAT(found(), HasSubstr("index of expiry"));
}

TEST_F(ArdbAudited, StaleRowInTheIndexOfExpiryIsFound) {
  put(format::expiry_row("a", kNowMs + 4000, "mortal"), {.type = ArdbType::kTtlSort});
  EXPECT_THAT(found(), HasSubstr("index of expiry"));
}

TEST_F(ArdbAudited, BytesThatNobodyWritesAreFound) {
  Bytes row = rows("hash").named_row(ArdbType::kHashField, "f1");
  kv_.rows()[row + "x"] = kv_.rows()[row];
  EXPECT_THAT(found(), HasSubstr("goes on behind its end"));
  erase(row + "x");
  kv_.rows()[row].push_back('\0');
  EXPECT_THAT(found(), HasSubstr("goes on behind its end"));
}

TEST_F(ArdbAudited, MissingKeyIsFound) {
  erase(rows("text").meta_row());
  EXPECT_THAT(found(), HasSubstr("is missing"));
}

}  // namespace
}  // namespace keemun::sim
