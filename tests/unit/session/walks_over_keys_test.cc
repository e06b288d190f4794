// Who looks at many keys does not read their values, which may be of any length.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "ports/kv_store.h"
#include "redis_cli.h"

namespace keemun {
namespace {

using format::EncodingFamily;

class WalksOverKeys : public RedisCli, public testing::WithParamInterface<EncodingFamily> {
 protected:
  static constexpr int kStrings = 100;
  static constexpr int kSets = 5;

  WalksOverKeys() : RedisCli(Settings()) {
    const Bytes value(10'000, 'v');
    for (int i = 0; i < kStrings; ++i) {
      const Bytes key = "key" + std::to_string(i);
      Ask({"set", key, value});
      if (i % 2 == 0) Ask({"expire", key, "100"});
    }
    // In Ardb's family a set has its bounds in its meta.
    for (int i = 0; i < kSets; ++i) Ask({"sadd", "set" + std::to_string(i), value, value + "w"});
    kv_.reset_counts();
  }

  static session::CoreSettings Settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "n");
    settings.families = {GetParam()};
    return settings;
  }

  void ExpectHeadsOnly() {
    const auto& counts = kv_.counts();
    EXPECT_LE(counts.scanned_bytes, counts.scanned_rows * int64_t{ports::kHeadBytes});
    EXPECT_EQ(counts.gets, 0);
    kv_.reset_counts();
  }
};

TEST_P(WalksOverKeys, ReadTheirHeads) {
  EXPECT_EQ(Ask({"keys", "key*"}).items().size(), kStrings);
  ExpectHeadsOnly();
  EXPECT_EQ(Ask({"scan", "0", "count", "1000"}).items()[1].items().size(), kStrings + kSets);
  ExpectHeadsOnly();
  EXPECT_EQ(Ask({"scan", "0", "count", "1000", "type", "set"}).items()[1].items().size(), kSets);
  ExpectHeadsOnly();
  EXPECT_FALSE(Ask({"randomkey"}).is_null());
  ExpectHeadsOnly();
}

TEST_P(WalksOverKeys, FindThoseOfAPrefixAmongThemselves) {
  for (const auto& [pattern, count] : std::map<Bytes, size_t>{{"key1*", 11},
                                                              {"key1", 1},
                                                              {"key\\1*", 11},
                                                              {"key[12]", 2},
                                                              {"*1", 11},
                                                              {"none*", 0},
                                                              {"set?", 5}}) {
    EXPECT_EQ(Ask({"keys", pattern}).items().size(), count) << pattern;
  }
  kv_.reset_counts();
  Ask({"keys", "key1*"});
  const bool are_side_by_side = GetParam() == EncodingFamily::kCamellia;
  EXPECT_EQ(kv_.counts().scanned_rows <= 11, are_side_by_side);
}

TEST_P(WalksOverKeys, PassByThoseOfAPrefix) {
  constexpr int kMany = 400;
  for (int i = 0; i < kMany; ++i) Ask({"set", "many" + std::to_string(i), "v"});
  kv_.reset_counts();
  std::set<Bytes> found;
  Bytes cursor = "0";
  do {
    const auto reply = Ask({"scan", cursor, "match", "many*", "count", "128"});
    for (const auto& key : reply.items()[1].items()) found.insert(key.text());
    cursor = reply.items()[0].text();
  } while (cursor != "0");
  EXPECT_EQ(found.size(), kMany);
  const bool are_side_by_side = GetParam() == EncodingFamily::kCamellia;
  EXPECT_EQ(kv_.counts().scanned_rows <= kMany, are_side_by_side);
}

TEST_P(WalksOverKeys, CountByTheirHeads) {
  core_.count_keys_anew();
  EXPECT_EQ(Run({"dbsize"}), "(integer) 105");
  ExpectHeadsOnly();
}

INSTANTIATE_TEST_SUITE_P(Families, WalksOverKeys,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb));

}  // namespace
}  // namespace keemun
