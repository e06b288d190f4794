#include "server/news/pubsub.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using Kind = Pubsub::Kind;

TEST(Pubsub, TellsListenersOfTheChannelAndThenOfPatterns) {
  Pubsub pubsub;
  pubsub.subscribe(Kind::kPattern, "n*", 1);
  pubsub.subscribe(Kind::kChannel, "news", 2);
  pubsub.subscribe(Kind::kChannel, "other", 3);
  const auto deliveries = pubsub.deliveries("news");
  ASSERT_EQ(deliveries.size(), 2u);
  EXPECT_EQ(deliveries[0].client, 2u);
  EXPECT_FALSE(deliveries[0].by_pattern);
  EXPECT_EQ(deliveries[1].client, 1u);
  EXPECT_EQ(deliveries[1].pattern, "n*");
}

TEST(Pubsub, NamesAChannelWithoutANameWhereNoPatternIsAskedFor) {
  Pubsub pubsub;
  pubsub.subscribe(Kind::kChannel, "", 1);
  EXPECT_EQ(pubsub.names(Kind::kChannel, std::nullopt), std::vector<Bytes>{""});
  EXPECT_EQ(pubsub.names(Kind::kChannel, ""), std::vector<Bytes>{""});
  EXPECT_TRUE(pubsub.names(Kind::kChannel, "*").empty());
}

TEST(Pubsub, KeepsShardChannelsApart) {
  Pubsub pubsub;
  pubsub.subscribe(Kind::kShard, "c", 1);
  EXPECT_TRUE(pubsub.deliveries("c").empty());
  EXPECT_EQ(pubsub.shard_deliveries("c").size(), 1u);
  EXPECT_EQ(pubsub.channel_count(), 0u);
}

TEST(Pubsub, ForgetsAChannelWithItsLastListener) {
  Pubsub pubsub;
  pubsub.subscribe(Kind::kChannel, "c", 1);
  pubsub.subscribe(Kind::kChannel, "c", 2);
  pubsub.unsubscribe(Kind::kChannel, "c", 1);
  EXPECT_EQ(pubsub.listener_count(Kind::kChannel, "c"), 1u);
  EXPECT_EQ(pubsub.names(Kind::kChannel, "*"), std::vector<Bytes>{"c"});
  pubsub.unsubscribe(Kind::kChannel, "c", 2);
  pubsub.unsubscribe(Kind::kChannel, "c", 2);
  EXPECT_TRUE(pubsub.names(Kind::kChannel, "*").empty());
}

}  // namespace
}  // namespace keemun::server
