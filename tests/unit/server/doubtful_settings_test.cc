#include "server/config/doubtful_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(DoubtfulSettings, AreNotThoseThatAServerHasByItself) {
  EXPECT_THAT(doubts_about(Settings()), IsEmpty());
  Settings ardb;
  ardb.encoding = "ardb";
  EXPECT_THAT(doubts_about(ardb), IsEmpty());
}

TEST(DoubtfulSettings, SayHowKeysAreKeptWhereThereIsOneWay) {
  for (const auto& change : {+[](Settings& settings) { settings.key_layout = "md5"; },
                             +[](Settings& settings) { settings.expiry_index = false; },
                             +[](Settings& settings) { settings.set_encode_version = 1; }}) {
    Settings settings;
    change(settings);
    EXPECT_THAT(doubts_about(settings), IsEmpty());
    settings.encoding = "ardb";
    EXPECT_THAT(doubts_about(settings), ElementsAre(HasSubstr("keeps keys in one way")));
  }
}

TEST(DoubtfulSettings, LeaveNoRoomForCaches) {
  Settings settings;
  settings.maxmemory = 1 << 20;
  EXPECT_THAT(doubts_about(settings), ElementsAre(HasSubstr("writes are refused")));
}

}  // namespace
}  // namespace keemun::server
