#include "server/requests/waiting_replies.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

// One client's, with what it is told in letters: the small ones are not true when a commit fails.
class WaitingRepliesTest : public testing::Test {
 protected:
  void answer(BytesView text) {
    output_.tail() += text;
    for (size_t i = 0; i < text.size(); ++i) replies_.add();
  }
  void answer_what_stays_true(BytesView text) {
    const size_t before = replies_.given();
    const size_t from = output_.end();
    answer(text);
    replies_.keep(before, from, output_);
  }
  void tell(BytesView news) {
    const size_t from = output_.end();
    output_.tail() += news;
    replies_.keep_news(from, output_.end());
  }
  void depart() {
    output_.depart();
    replies_.depart();
  }
  void arrive() {
    output_.release_departed();
    replies_.release_departed();
  }
  Bytes sent() {
    output_.release_all();
    Bytes sent(output_.unsent());
    output_.consume(sent.size());
    return sent;
  }
  Bytes told_when_it_fails() {
    replies_.fail("!", output_);
    return sent();
  }

  Output output_;
  WaitingReplies replies_;
};

TEST_F(WaitingRepliesTest, AreErrorsButForThoseThatStayTrue) {
  answer("ab");
  answer_what_stays_true("C");
  answer("d");
  EXPECT_EQ(replies_.fail("!", output_), 3U);
  EXPECT_EQ(sent(), "!!C!");
  EXPECT_EQ(replies_.fail("!", output_), 0U);
  EXPECT_EQ(sent(), "");
}

TEST_F(WaitingRepliesTest, MayBeSeveralOfOneRequest) {
  answer_what_stays_true("");
  answer("a");
  answer_what_stays_true("BC");
  EXPECT_EQ(told_when_it_fails(), "!BC");
}

TEST_F(WaitingRepliesTest, LeaveNewsWhereTheyStand) {
  tell("N");
  answer("a");
  tell("MO");
  answer("b");
  tell("P");
  EXPECT_EQ(told_when_it_fails(), "N!MO!P");
}

TEST_F(WaitingRepliesTest, AreTruePerhapsWithNewsAmongThem) {
  answer("a");
  const size_t from = output_.end();
  tell("N");
  output_.tail() += "B";
  replies_.add();
  replies_.keep(1, from, output_);
  tell("M");
  EXPECT_EQ(told_when_it_fails(), "!NBM");
}

// A commit has come in between, and released what was there before.
TEST_F(WaitingRepliesTest, AreTrueOfThoseThatStillWait) {
  answer("a");
  const size_t before = replies_.given();
  depart();
  arrive();
  const size_t from = output_.end();
  answer("B");
  replies_.keep(before, from, output_);
  answer("c");
  EXPECT_EQ(told_when_it_fails(), "aB!");
}

// It has failed, and what was there before is something else now.
TEST_F(WaitingRepliesTest, AreTrueBehindACommitThatHasFailedBesideThem) {
  answer("ab");
  const size_t before = replies_.given();
  const size_t from = output_.end();
  replies_.fail("error ", output_);
  output_.release_all();
  answer("C");
  replies_.keep(before, from, output_);
  answer("d");
  EXPECT_EQ(told_when_it_fails(), "error error C!");
}

TEST_F(WaitingRepliesTest, ThatAreSilencedLeaveNewsToo) {
  const size_t from = output_.end();
  tell("N");
  replies_.keep(0, from, output_);
  answer("a");
  EXPECT_EQ(told_when_it_fails(), "N!");
}

TEST_F(WaitingRepliesTest, WaitForOneCommitOrTheNext) {
  answer_what_stays_true("A");
  answer("b");
  tell("N");
  depart();
  tell("M");
  answer("cd");
  answer_what_stays_true("E");
  EXPECT_EQ(replies_.count(), 5u);
  const Output output_before = output_;
  const WaitingReplies replies_before = replies_;
  EXPECT_EQ(told_when_it_fails(), "A!NM!!E");
  output_ = output_before;
  replies_ = replies_before;
  arrive();
  EXPECT_EQ(told_when_it_fails(), "AbNM!!E");
  answer_what_stays_true("F");
  output_.release_all();
  replies_.release_all();
  EXPECT_EQ(told_when_it_fails(), "F");
}

TEST_F(WaitingRepliesTest, AreFoundBehindWhatWasSent) {
  answer(Bytes(100, 'x'));
  replies_.release_all();
  EXPECT_EQ(sent().size(), 100u);
  answer("a");
  tell("N");
  EXPECT_EQ(told_when_it_fails(), "!N");
}

}  // namespace
}  // namespace keemun::server
