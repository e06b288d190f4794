// Histories written by hand: those that one order explains, and those that none does.
#include "sim/history.h"

#include <gtest/gtest.h>

#include "resp/split_arguments.h"

namespace keemun::sim {
namespace {

using Kind = HistoryVerdict::Kind;
using resp::Reply;

class HistoryTest : public testing::Test {
 protected:
  // From its call to its answer.
  void add(uint64_t called_at, uint64_t returned_at, const Bytes& command, Reply reply) {
    Operation operation;
    operation.commands = {*resp::split_arguments(command)};
    operation.called_at = called_at;
    operation.returned_at = returned_at;
    operation.hint_at = called_at;
    operation.now_ms = kNowMs;
    operation.reply = std::move(reply);
    history_.push_back(std::move(operation));
  }
  // It had its effect, whenever that was.
  void add_open(uint64_t called_at, const Bytes& command) {
    add(called_at, kNever, command, Reply::ok());
  }
  void add_transaction(uint64_t called_at, uint64_t returned_at, std::vector<Bytes> commands,
                       Reply::Items replies) {
    add(called_at, returned_at, "EXEC", Reply::array(std::move(replies)));
    plan::Args exec = history_.back().commands.front();
    history_.back().commands = {{"MULTI"}};
    for (const Bytes& command : commands) {
      history_.back().commands.push_back(*resp::split_arguments(command));
    }
    history_.back().commands.push_back(std::move(exec));
  }
  void store(const Bytes& key, const Bytes& value) { database_.put(key, value); }

  Kind check() {
    model_ = model::Model({.database_count = 1});
    return check_history(model_, {options_, history_, stored_, kNowMs, unjudged_}).kind;
  }

  static constexpr int64_t kNowMs = 1'700'000'000'000;
  WorldOptions options_;
  std::vector<Operation> history_;
  model::Database database_;
  const StoredKeys stored_{{&database_}, {}};
  Touched unjudged_;
  model::Model model_;
};

TEST_F(HistoryTest, OperationsAtTheSameTimeMayComeInAnyOrder) {
  add(1, 10, "SET a 1", Reply::ok());
  add(2, 9, "GET a", Reply::null());
  add(3, 8, "GET a", Reply::bulk("1"));
  store("a", "1");
  EXPECT_EQ(check(), Kind::kFits);
  EXPECT_TRUE(model_.databases()[0].holds("a", kNowMs));
}

TEST_F(HistoryTest, WhatWasAnsweredBeforeTheCallIsSeen) {
  add(1, 2, "SET a 1", Reply::ok());
  add(3, 4, "GET a", Reply::null());
  store("a", "1");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, NobodySeesAnOlderValueAfterANewerOne) {
  add(1, 20, "SET a 1", Reply::ok());
  add(2, 3, "GET a", Reply::bulk("1"));
  add(4, 5, "GET a", Reply::null());
  store("a", "1");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, TwoIncrementsDoNotAnswerTheSame) {
  add(1, 10, "INCR a", Reply::integer(1));
  add(2, 9, "INCR a", Reply::integer(1));
  store("a", "1");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, AnOperationWithoutAnAnswerMayHappenAnyTimeLater) {
  add_open(1, "SET a 1");
  add(2, 3, "GET a", Reply::null());
  add(4, 5, "SET a 2", Reply::ok());
  add(6, 7, "GET a", Reply::bulk("2"));
  store("a", "1");
  EXPECT_EQ(check(), Kind::kFits);
  store("a", "2");
  EXPECT_EQ(check(), Kind::kFits);
  store("a", "3");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, WhatIsStoredInTheEndDecidesBetweenOrders) {
  add(1, 10, "SET a 1", Reply::ok());
  add(2, 9, "SET a 2", Reply::ok());
  store("a", "2");
  EXPECT_EQ(check(), Kind::kFits);
  store("a", "1");
  EXPECT_EQ(check(), Kind::kFits);
  store("a", "3");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, ATransactionHappensAtOneMoment) {
  add_transaction(1, 10, {"SET a 1", "SET b 1"}, {Reply::ok(), Reply::ok()});
  add(2, 3, "MGET a b", Reply::array({Reply::bulk("1"), Reply::null()}));
  store("a", "1");
  store("b", "1");
  EXPECT_EQ(check(), Kind::kDoesNotFit);
}

TEST_F(HistoryTest, KeysThatAreNotJudgedAreTakenOver) {
  add(1, 2, "SET a 1", Reply::ok());
  add(3, 4, "GET a", Reply::bulk("7"));
  store("a", "8");
  unjudged_.keys = {"a"};
  EXPECT_EQ(check(), Kind::kFits);
  EXPECT_EQ(std::get<model::String>(model_.databases()[0].find("a", kNowMs)->value), "8");
}

TEST_F(HistoryTest, ASearchWithoutEndIsUndecided) {
  for (uint64_t i = 1; i <= 12; ++i)
    add(i, 100 + i, "APPEND a x" + std::to_string(i), Reply::integer(0));
  EXPECT_EQ(check(), Kind::kDoesNotFit);
  for (Operation& operation : history_) operation.returned_at = kNever;
  store("a", "never");
  model_ = model::Model({.database_count = 1});
  const HistorySubject subject{options_, history_, stored_, kNowMs, unjudged_, 1000};
  EXPECT_EQ(check_history(model_, subject).kind, Kind::kUndecided);
}

TEST_F(HistoryTest, WhatIsUndecidedHidesNothingElse) {
  for (uint64_t i = 1; i <= 12; ++i) {
    add(i, kNever, "APPEND a x" + std::to_string(i), Reply::integer(0));
  }
  add(101, 102, "GET z", Reply::bulk("what nobody wrote"));
  store("a", "never");
  model_ = model::Model({.database_count = 1});
  const HistorySubject subject{options_, history_, stored_, kNowMs, unjudged_, 1000};
  EXPECT_EQ(check_history(model_, subject).kind, Kind::kDoesNotFit);
  history_.back().reply = Reply::null();
  model_ = model::Model({.database_count = 1});
  const HistoryVerdict verdict = check_history(model_, subject);
  EXPECT_EQ(verdict.kind, Kind::kUndecided);
  EXPECT_TRUE(verdict.taken_over.keys.contains("a"));
  EXPECT_FALSE(verdict.taken_over.keys.contains("z"));
  EXPECT_EQ(std::get<model::String>(model_.databases()[0].find("a", kNowMs)->value), "never");
}

}  // namespace
}  // namespace keemun::sim
