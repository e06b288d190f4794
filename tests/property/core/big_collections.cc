// Collections of a million elements: every kind of command on them answers right, touches no more
// rows than its answer needs, and deleting them is as cheap as deleting a small one.
//
// KEEMUN_BIG_COLLECTION says how many elements where a million is too slow.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/number_text.h"
#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using resp::Reply;

constexpr int64_t kStartMs = 1'700'000'000'000;
constexpr int64_t kDefaultSize = 1'000'000;
constexpr int64_t kBatch = 2'000;

int64_t collection_size() {
  const char* wanted = std::getenv("KEEMUN_BIG_COLLECTION");
  return wanted == nullptr ? kDefaultSize : parse_int64(wanted).value_or(kDefaultSize);
}

// In the order of numbers, also as bytes.
Bytes name_of(int64_t number) {
  Bytes digits = format_int64(number);
  return "e" + Bytes(9 - digits.size(), '0') + digits;
}

class BigCollection : public testing::Test {
 protected:
  explicit BigCollection(keyspace::EncodingChoice encodings = {})
      : clock_(kStartMs),
        random_(1),
        core_(kv_, clock_, random_, settings(encodings)),
        session_(core_) {}

  static session::CoreSettings settings(const keyspace::EncodingChoice& encodings) {
    session::CoreSettings settings;
    settings.encodings = encodings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    return settings;
  }

  Reply ask(const std::vector<Bytes>& args) {
    kv_.reset_counts();
    return session_.execute(std::vector<BytesView>(args.begin(), args.end()));
  }
  Bytes run(const std::vector<Bytes>& args) { return resp::to_transcript(ask(args)); }
  Bytes integer(int64_t number) { return "(integer) " + format_int64(number); }

  // `words` gives what is said about one element.
  template <typename Words>
  void build(const Bytes& command, Words words) {
    for (int64_t from = 0; from < size_; from += kBatch) {
      std::vector<Bytes> args = {command, "big"};
      for (int64_t i = from; i < std::min(from + kBatch, size_); ++i) {
        for (Bytes& word : words(i)) args.push_back(std::move(word));
      }
      ASSERT_NE(ask(args).kind(), Reply::Kind::kError);
    }
  }

  // The command asked the store for no more than so many rows, in any way.
  void expect_rows_at_most(int64_t rows) {
    const sim::SimKv::Counts& counts = kv_.counts();
    EXPECT_LE(counts.gets + counts.scanned_rows, rows);
    EXPECT_LE(counts.rows_put + counts.rows_erased, rows);
  }

  void expect_death_in_one_row() {
    const Bytes meta_row = core_.settings.databases.front().meta_key("big");
    const Bytes meta = kv_.rows().at(meta_row);
    EXPECT_EQ(run({"del", "big"}), integer(1));
    EXPECT_EQ(kv_.counts().rows_erased, 1);
    EXPECT_EQ(kv_.counts().rows_put, 0);
    EXPECT_EQ(kv_.counts().scanned_rows, 0);
    EXPECT_EQ(run({"exists", "big"}), integer(0));
    // What is left is nobody's. Alive, it goes with the database in one erase by range per family.
    EXPECT_GE(static_cast<int64_t>(kv_.rows().size()), size_);
    kv_.rows()[meta_row] = meta;
    kv_.reset_counts();
    EXPECT_EQ(run({"flushdb"}), "OK");
    EXPECT_LE(kv_.counts().ranges_erased, 4);
    EXPECT_EQ(kv_.counts().rows_erased, 0);
    EXPECT_LE(kv_.counts().scanned_rows, 1);
    EXPECT_LE(kv_.rows().size(), 1u);  // the reservation of versions
  }

  // A copy reads every row of its source, and nothing of what it makes.
  void expect_copy(const Bytes& size_command, int64_t size) {
    EXPECT_EQ(run({"copy", "big", "twin"}), integer(1));
    const sim::SimKv::Counts& counts = kv_.counts();
    EXPECT_LE(counts.gets + counts.scanned_rows, size + 4);
    EXPECT_EQ(run({size_command, "twin"}), integer(size));
    EXPECT_EQ(run({"del", "twin"}), integer(1));
  }

  // Follows the cursor of a scan to its end and counts what comes.
  int64_t scanned(const Bytes& command, size_t words_per_element) {
    int64_t count = 0;
    Bytes cursor = "0";
    do {
      Reply page = ask({command, "big", cursor, "count", "500"});
      expect_rows_at_most(1000);
      cursor = page.items()[0].text();
      count += static_cast<int64_t>(page.items()[1].items().size() / words_per_element);
    } while (cursor != "0");
    return count;
  }

  const int64_t size_ = collection_size();
  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

// Each encoding of a type gives the same answers.
class BigHash : public BigCollection, public testing::WithParamInterface<format::Encoding> {
 protected:
  BigHash() : BigCollection({.hash = GetParam()}) {}
};

TEST_P(BigHash, AnswersAboutOneFieldWithoutReadingTheOthers) {
  build("hset", [](int64_t i) { return std::vector<Bytes>{name_of(i), format_int64(i)}; });
  const Bytes last = name_of(size_ - 1);
  EXPECT_EQ(run({"hget", "big", last}), "\"" + format_int64(size_ - 1) + "\"");
  expect_rows_at_most(2);
  EXPECT_EQ(run({"hincrby", "big", last, "1"}), integer(size_));
  expect_rows_at_most(4);
  EXPECT_EQ(run({"hsetnx", "big", last, "x"}), integer(0));
  expect_rows_at_most(3);
  EXPECT_EQ(run({"hdel", "big", last}), integer(1));
  expect_rows_at_most(4);
  EXPECT_EQ(run({"hexists", "big", last}), integer(0));
  EXPECT_EQ(run({"hlen", "big"}), integer(size_ - 1));
  EXPECT_EQ(run({"type", "big"}), "hash");
  EXPECT_EQ(run({"expire", "big", "100"}), integer(1));
  expect_rows_at_most(2);
  EXPECT_EQ(scanned("hscan", 2), size_ - 1);
  EXPECT_EQ(static_cast<int64_t>(ask({"hkeys", "big"}).items().size()), size_ - 1);
  expect_copy("hlen", size_ - 1);
  expect_death_in_one_row();
}

INSTANTIATE_TEST_SUITE_P(Encodings, BigHash,
                         testing::Values(format::Encoding::kHashCounted,
                                         format::Encoding::kHashBlind));

class BigSet : public BigCollection, public testing::WithParamInterface<format::Encoding> {
 protected:
  BigSet() : BigCollection({.set = GetParam()}) {}
};

TEST_P(BigSet, AnswersAboutOneMemberWithoutReadingTheOthers) {
  build("sadd", [](int64_t i) { return std::vector<Bytes>{name_of(i)}; });
  EXPECT_EQ(run({"sismember", "big", name_of(size_ / 2)}), integer(1));
  expect_rows_at_most(2);
  EXPECT_EQ(run({"srem", "big", name_of(0)}), integer(1));
  expect_rows_at_most(4);
  EXPECT_EQ(run({"scard", "big"}), integer(size_ - 1));
  run({"sadd", "small", name_of(1), name_of(0), "none"});
  EXPECT_EQ(run({"sinter", "small", "big"}), "1~ \"" + name_of(1) + "\"");
  EXPECT_EQ(run({"smove", "big", "small", name_of(2)}), integer(1));
  expect_rows_at_most(8);
  EXPECT_EQ(ask({"srandmember", "big"}).kind(), Reply::Kind::kBulk);
  EXPECT_EQ(ask({"spop", "big"}).kind(), Reply::Kind::kBulk);
  EXPECT_EQ(scanned("sscan", 1), size_ - 3);
  EXPECT_EQ(run({"sunionstore", "other", "big"}), integer(size_ - 3));
  run({"del", "other", "small"});
  expect_copy("scard", size_ - 3);
  expect_death_in_one_row();
}

INSTANTIATE_TEST_SUITE_P(Encodings, BigSet,
                         testing::Values(format::Encoding::kSetCounted,
                                         format::Encoding::kSetBlind));

class BigZSet : public BigCollection {};

TEST_F(BigZSet, AnswersAboutOneMemberOrRangeWithoutReadingTheOthers) {
  build("zadd", [](int64_t i) { return std::vector<Bytes>{format_int64(i), name_of(i)}; });
  const Bytes last = name_of(size_ - 1);
  EXPECT_EQ(run({"zscore", "big", last}), "(double) " + format_int64(size_ - 1));
  expect_rows_at_most(2);
  EXPECT_EQ(run({"zadd", "big", "-1", last}), integer(0));
  expect_rows_at_most(5);
  EXPECT_EQ(run({"zrange", "big", "0", "0"}), "1) \"" + last + "\"");
  expect_rows_at_most(2);
  EXPECT_EQ(run({"zrange", "big", "-1", "-1"}), "1) \"" + name_of(size_ - 2) + "\"");
  EXPECT_EQ(run({"zrangebyscore", "big", "5", "5"}), "1) \"" + name_of(5) + "\"");
  expect_rows_at_most(3);
  EXPECT_EQ(run({"zrank", "big", name_of(size_ - 2)}), integer(size_ - 1));
  EXPECT_EQ(run({"zrevrank", "big", name_of(size_ - 2)}), integer(0));
  EXPECT_EQ(run({"zcount", "big", "-inf", "+inf"}), integer(size_));
  EXPECT_EQ(run({"zpopmin", "big"}), "1) \"" + last + "\"\n2) (double) -1");
  expect_rows_at_most(6);
  EXPECT_EQ(run({"zremrangebyrank", "big", "0", "9"}), integer(10));
  EXPECT_EQ(run({"zcard", "big"}), integer(size_ - 11));
  expect_rows_at_most(1);
  EXPECT_EQ(scanned("zscan", 2), size_ - 11);
  expect_death_in_one_row();
}

class BigList : public BigCollection {};

TEST_F(BigList, AnswersAboutOneElementWithoutReadingTheOthers) {
  build("rpush", [](int64_t i) { return std::vector<Bytes>{name_of(i)}; });
  EXPECT_EQ(run({"llen", "big"}), integer(size_));
  expect_rows_at_most(1);
  EXPECT_EQ(run({"lindex", "big", "-2"}), "\"" + name_of(size_ - 2) + "\"");
  expect_rows_at_most(2);
  EXPECT_EQ(run({"lset", "big", format_int64(size_ / 2), "x"}), "OK");
  expect_rows_at_most(2);
  EXPECT_EQ(run({"lpush", "big", "first"}), integer(size_ + 1));
  expect_rows_at_most(2);
  EXPECT_EQ(run({"rpop", "big"}), "\"" + name_of(size_ - 1) + "\"");
  expect_rows_at_most(3);
  EXPECT_EQ(run({"linsert", "big", "before", name_of(2), "new"}), integer(size_ + 1));
  EXPECT_LE(kv_.counts().rows_put, 6);  // the shorter side moves
  EXPECT_EQ(run({"lrange", "big", "0", "1"}), "1) \"first\"\n2) \"" + name_of(0) + "\"");
  expect_rows_at_most(3);
  EXPECT_EQ(run({"lrem", "big", "1", "new"}), integer(1));
  EXPECT_LE(kv_.counts().rows_put, 6);
  EXPECT_EQ(run({"lmove", "big", "other", "left", "right"}), "\"first\"");
  EXPECT_EQ(run({"del", "other"}), integer(1));
  expect_death_in_one_row();
}

}  // namespace
}  // namespace keemun
