// What was denied: told once where it is the same, and the oldest forgotten.
#include "acl/access_log.h"

#include <gtest/gtest.h>

#include "base/number_text.h"

namespace keemun::acl {
namespace {

AccessLog::Entry entry_of(BytesView object, int64_t at_ms) {
  AccessLog::Entry entry;
  entry.object = object;
  entry.user = "a";
  entry.at_ms = at_ms;
  return entry;
}

TEST(AccessLog, HoldsTheLatestFirst) {
  AccessLog log;
  for (const BytesView object : {"get", "set", "del"}) log.add(entry_of(object, 1), 2);
  ASSERT_EQ(log.entries().size(), 2u);
  EXPECT_EQ(log.entries()[0].object, "del");
  EXPECT_EQ(log.entries()[1].object, "set");
  log.add(entry_of("get", 1), 0);
  EXPECT_TRUE(log.entries().empty());
}

TEST(AccessLog, CountsWhatHappensAgainWithinAMinute) {
  AccessLog log;
  log.add(entry_of("get", 0), 10);
  log.add(entry_of("set", 1), 10);
  AccessLog::Entry again = entry_of("get", 60'000);
  again.client = "id=2";
  log.add(again, 10);
  ASSERT_EQ(log.entries().size(), 2u);
  EXPECT_EQ(log.entries()[0].object, "get");
  EXPECT_EQ(log.entries()[0].count, 2);
  EXPECT_EQ(log.entries()[0].client, "id=2");
  EXPECT_EQ(log.entries()[0].at_ms, 60'000);
  log.add(entry_of("get", 120'001), 10);
  EXPECT_EQ(log.entries().size(), 3u);
}

TEST(AccessLog, TellsApartWhatIsNotTheSame) {
  AccessLog log;
  AccessLog::Entry entry = entry_of("get", 0);
  log.add(entry, 10);
  entry.context = AccessLog::Context::kScript;
  log.add(entry, 10);
  entry.reason = AccessLog::Reason::kKey;
  log.add(entry, 10);
  entry.user = "b";
  log.add(entry, 10);
  EXPECT_EQ(log.entries().size(), 4u);
}

TEST(AccessLog, LooksForTheSameAmongTheLatestOnly) {
  AccessLog log;
  for (int i = 0; i < 11; ++i) log.add(entry_of(format_int64(i), 0), 100);
  log.add(entry_of("0", 0), 100);
  EXPECT_EQ(log.entries().size(), 12u);
  log.add(entry_of("3", 0), 100);
  EXPECT_EQ(log.entries().size(), 12u);
}

}  // namespace
}  // namespace keemun::acl
