// What redis-server dumps is read as what it holds, however it holds it; and what is written here
// it restores.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/number_text.h"
#include "rdb/payload.h"
#include "rdb/value.h"
#include "rdb/value_writer.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using rdb::Value;
using resp::Reply;
using types::KeyType;

constexpr KeyType kTypes[] = {KeyType::kString, KeyType::kList, KeyType::kSet, KeyType::kHash,
                              KeyType::kZSet};

class Payloads : public testing::Test {
 protected:
  Reply call(const plan::Args& args) { return redis_->call(1, args); }
  size_t below(size_t bound) { return chance_() % bound; }

  // Integers about the bounds of every size that Redis gives them, texts of every size.
  Bytes element() {
    constexpr size_t kSizes[] = {0, 1, 20, 21, 63, 64, 65, 4095, 4096, 16'382, 16'383, 70'000};
    const int64_t near = static_cast<int64_t>(below(3)) - 1;
    if (below(2) == 0) return format_int64((int64_t{1} << below(63)) + near);
    if (below(2) == 0) return format_int64(-(int64_t{1} << below(63)) + near);
    const size_t size = kSizes[below(below(20) == 0 ? std::size(kSizes) : 7)];
    Bytes text = "text " + format_int64(static_cast<int64_t>(below(1'000'000)));
    text.resize(size, static_cast<char>(below(256)));
    if (below(2) == 0) return text;
    for (char& byte : text) byte = static_cast<char>(below(256));
    return text;
  }

  // Of a set, a hash or a sorted set each once.
  Value random_value(KeyType type) {
    constexpr size_t kCounts[] = {1, 2, 10, 127, 128, 300};
    constexpr double kScores[] = {0, 1, -1, 2.5, 1e17, -3e-7, HUGE_VAL, -HUGE_VAL};
    const size_t count = type == KeyType::kString ? 1 : kCounts[below(std::size(kCounts))];
    const bool are_integers = below(3) == 0;
    Value value{type, {}, {}};
    for (size_t i = 0; i < count; ++i) {
      const Bytes number = format_int64(static_cast<int64_t>(below(100'000)));
      value.elements.push_back(are_integers ? number : element());
    }
    if (type != KeyType::kString && type != KeyType::kList) {
      std::sort(value.elements.begin(), value.elements.end());
      value.elements.erase(std::unique(value.elements.begin(), value.elements.end()),
                           value.elements.end());
    }
    if (type == KeyType::kZSet) {
      for (size_t i = 0; i < value.elements.size(); ++i) {
        value.scores.push_back(kScores[below(std::size(kScores))]);
      }
    }
    if (type != KeyType::kHash) return value;
    std::vector<Bytes> pairs;
    for (const Bytes& field : value.elements) {
      pairs.push_back(field);
      pairs.push_back(element());
    }
    value.elements = std::move(pairs);
    return value;
  }

  void put(const Value& value) {
    constexpr BytesView kCommands[] = {"set", "hset", "sadd", "zadd", "rpush"};
    plan::Args args = {Bytes(kCommands[static_cast<size_t>(value.type)]), "key"};
    for (size_t i = 0; i < value.elements.size(); ++i) {
      if (value.type == KeyType::kZSet) args.push_back(format_score(value.scores[i]));
      args.push_back(value.elements[i]);
    }
    call({"del", "key"});
    ASSERT_FALSE(call(args).is_error());
  }

  // As redis-server holds it; of what has no order in that of its names.
  Value held(KeyType type) {
    switch (type) {
      case KeyType::kString:
        return {type, {call({"get", "key"}).text()}, {}};
      case KeyType::kList:
        return {type, texts(call({"lrange", "key", "0", "-1"})), {}};
      case KeyType::kSet:
        return in_order({type, texts(call({"smembers", "key"})), {}});
      case KeyType::kHash:
        return in_order({type, texts(call({"hgetall", "key"})), {}});
      case KeyType::kZSet:
      case KeyType::kStream:
        break;
    }
    Value zset{type, {}, {}};
    const auto words = texts(call({"zrange", "key", "0", "-1", "withscores"}));
    for (size_t i = 0; i + 1 < words.size(); i += 2) {
      zset.elements.push_back(words[i]);
      zset.scores.push_back(parse_double(words[i + 1]).value());
    }
    return in_order(zset);
  }

  static std::vector<Bytes> texts(const Reply& reply) {
    std::vector<Bytes> texts;
    for (const Reply& item : reply.items()) texts.push_back(item.text());
    return texts;
  }

  static Value in_order(const Value& value) {
    if (value.type == KeyType::kString || value.type == KeyType::kList) return value;
    const size_t step = value.type == KeyType::kHash ? 2 : 1;
    std::vector<size_t> places;
    for (size_t i = 0; i < value.elements.size(); i += step) places.push_back(i);
    std::sort(places.begin(), places.end(),
              [&value](size_t a, size_t b) { return value.elements[a] < value.elements[b]; });
    Value sorted{value.type, {}, {}};
    for (const size_t place : places) {
      for (size_t i = 0; i < step; ++i) sorted.elements.push_back(value.elements[place + i]);
      if (value.type == KeyType::kZSet) sorted.scores.push_back(value.scores[place]);
    }
    return sorted;
  }

  static void expect_same(const Value& found, const Value& wanted) {
    EXPECT_EQ(found.type, wanted.type);
    EXPECT_EQ(found.elements, wanted.elements);
    EXPECT_EQ(found.scores, wanted.scores);
  }

  // How the next values are held in memory.
  void choose_encodings() {
    constexpr BytesView kCounts[] = {"0", "128", "1000"};
    for (const BytesView type : {"hash", "zset"}) {
      call({"config", "set", Bytes(type) + "-max-listpack-entries", Bytes(kCounts[below(3)])});
      call({"config", "set", Bytes(type) + "-max-listpack-value", Bytes(kCounts[below(3)])});
    }
    constexpr BytesView kListSizes[] = {"-2", "-1", "5", "1000"};
    call({"config", "set", "list-max-listpack-size", Bytes(kListSizes[below(4)])});
  }

 private:
  RedisServer server_;
  std::unique_ptr<verify::Target> redis_ = server_.connect();
  std::mt19937_64 chance_{7};
};

TEST_F(Payloads, OfRedisAreRead) {
  for (int round = 0; round < 60; ++round) {
    choose_encodings();
    for (const KeyType type : kTypes) {
      put(random_value(type));
      const Bytes payload = call({"dump", "key"}).text();
      const auto content = rdb::opened(payload);
      ASSERT_TRUE(content.has_value());
      expect_same(in_order(rdb::read_value(*content)), held(type));
    }
  }
}

TEST_F(Payloads, OfOursAreRestoredByRedis) {
  for (int round = 0; round < 60; ++round) {
    for (const KeyType type : kTypes) {
      const Value value = random_value(type);
      rdb::ValueWriter writer(type);
      for (size_t i = 0; i < value.elements.size(); ++i) {
        if (type == KeyType::kZSet) {
          writer.add(value.elements[i], value.scores[i]);
        } else {
          writer.add(value.elements[i]);
        }
      }
      const Bytes payload = rdb::sealed(std::move(writer).finish());
      EXPECT_EQ(call({"restore", "key", "0", payload, "replace"}), Reply::ok());
      expect_same(held(type), in_order(value));
      if (type != KeyType::kString) continue;
      EXPECT_EQ(call({"dump", "key"}).text(), payload);
    }
  }
}

}  // namespace
}  // namespace keemun
