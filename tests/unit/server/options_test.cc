#include "server/config/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"

namespace keemun::server {
namespace {

// What is wrong with these words for that option; empty: nothing.
Bytes refusal(BytesView name, const std::vector<Bytes>& words) {
  Settings settings;
  try {
    set_option(*find_option(name), words, settings);
  } catch (const CommandError& error) {
    return error.text();
  }
  return "";
}

TEST(Options, AreFoundInAnyCase) {
  EXPECT_EQ(find_option("MaxClients"), find_option("maxclients"));
  EXPECT_NE(find_option("maxclients"), nullptr);
  EXPECT_EQ(find_option("maxclient"), nullptr);
}

TEST(Options, ReadBackAsTheyWereWritten) {
  for (const Option& option : all_options()) {
    const Settings defaults;
    Settings settings;
    const Bytes text = option_text(option, defaults);
    if (std::holds_alternative<std::vector<Bytes> Settings::*>(option.place)) continue;
    const std::vector<Bytes> words = {text};
    set_option(option, words, settings);
    EXPECT_EQ(option_text(option, settings), text) << option.name;
  }
}

TEST(Options, RefuseWhatIsNoNumberOrOutOfRange) {
  EXPECT_EQ(refusal("maxclients", {"many"}), "argument couldn't be parsed into an integer");
  EXPECT_EQ(refusal("maxclients", {"0"}), "argument must be between 1 and 4294967295 inclusive");
  EXPECT_EQ(refusal("proto-max-bulk-len", {"99999999999999999999"}),
            "argument must be between 1048576 and 9223372036854775807 inclusive");
  EXPECT_EQ(refusal("proto-max-bulk-len", {""}),
            "argument must be between 1048576 and 9223372036854775807 inclusive");
  EXPECT_EQ(refusal("hash-max-listpack-value", {"-1"}), "argument must be a memory value");
  EXPECT_EQ(refusal("port", {"65536"}), "argument must be between 0 and 65535 inclusive");
  EXPECT_EQ(refusal("unixsocketperm", {"790"}), "argument must be an octal number");
  EXPECT_EQ(refusal("unixsocketperm", {"700"}), "");
  EXPECT_EQ(refusal("port", {"1", "2"}), "wrong number of arguments");
}

TEST(Options, RefuseWordsThatAreNoChoice) {
  EXPECT_EQ(refusal("protected-mode", {"maybe"}), "argument must be 'yes' or 'no'");
  EXPECT_EQ(refusal("wal-sync", {"often"}),
            "argument(s) must be one of the following: always, everysec, no");
  EXPECT_EQ(refusal("wal-sync", {"ALWAYS"}), "");
}

TEST(Options, OfTimesOfDayAreChecked) {
  EXPECT_EQ(refusal("gc-scan-window", {"22:00-05:00"}), "");
  EXPECT_EQ(refusal("gc-scan-window", {""}), "");
  EXPECT_EQ(refusal("gc-scan-window", {"22:00"}), "write it as 22:00-05:00");
  EXPECT_EQ(refusal("gc-scan-window", {"22:00-24:00"}), "write it as 22:00-05:00");
}

TEST(Options, OfEventsAreCheckedAndKeptAsRedisShowsThem) {
  EXPECT_THAT(refusal("notify-keyspace-events", {"KEQ"}),
              testing::StartsWith("Invalid event class character"));
  Settings settings;
  const std::vector<Bytes> words = {"EKA"};
  set_option(*find_option("notify-keyspace-events"), words, settings);
  EXPECT_EQ(settings.notify_keyspace_events, "AKE");
}

TEST(Options, KnowTheUnitsOfMemory) {
  EXPECT_EQ(parse_memory("10"), 10u);
  EXPECT_EQ(parse_memory("1k"), 1000u);
  EXPECT_EQ(parse_memory("1Kb"), 1024u);
  EXPECT_EQ(parse_memory("3gb"), uint64_t{3} << 30);
  EXPECT_EQ(parse_memory(""), 0u);
  EXPECT_EQ(parse_memory("k"), 0u);
  for (const BytesView much : {"99999999999999999999", "99999999999999gb"}) {
    EXPECT_EQ(parse_memory(much), std::numeric_limits<uint64_t>::max());
  }
  for (const BytesView bad : {"1x", "-1", "1 kb"}) {
    EXPECT_THROW(parse_memory(bad), CommandError) << bad;
  }
}

TEST(Options, OfMemoryAreTakenWithTheirUnits) {
  Settings settings;
  const auto set = [&settings](BytesView name, const Bytes& text) {
    const Option& option = *find_option(name);
    set_option(option, std::vector<Bytes>{text}, settings);
    return option_text(option, settings);
  };
  EXPECT_EQ(set("hash-max-listpack-value", "1kb"), "1024");
  EXPECT_EQ(set("zset-max-ziplist-value", "2kb"), "2048");
  EXPECT_EQ(set("maxmemory", ""), "0");
  EXPECT_EQ(set("hz", "0"), "1");
  EXPECT_EQ(set("hz", "501"), "500");
}

TEST(Options, OfOutputLimitsReplaceOnlyTheClassesThatAreNamed) {
  Settings settings;
  const std::vector<Bytes> words = {"pubsub", "1mb", "512kb", "10"};
  set_option(*find_option("client-output-buffer-limit"), words, settings);
  EXPECT_EQ(option_text(*find_option("client-output-buffer-limit"), settings),
            "normal 0 0 0 slave 268435456 67108864 60 pubsub 1048576 524288 10");
  EXPECT_EQ(refusal("client-output-buffer-limit", {}), "");
  EXPECT_NE(refusal("client-output-buffer-limit", {"pubsub", "1mb"}), "");
  EXPECT_NE(refusal("client-output-buffer-limit", {"other", "1mb", "1", "1"}), "");
  EXPECT_THAT(refusal("client-output-buffer-limit", {"normal", "1mbs", "1", "1"}),
              testing::HasSubstr("hard, soft or soft_seconds"));
  EXPECT_THAT(refusal("client-output-buffer-limit", {"normal", "1mb", "1", "-1"}),
              testing::HasSubstr("hard, soft or soft_seconds"));
}

TEST(Options, AreQuotedWhereALineNeedsIt) {
  Settings settings;
  settings.requirepass = "a \"b\" #";
  EXPECT_EQ(option_line(*find_option("requirepass"), settings), "\"a \\\"b\\\" #\"");
  settings.requirepass = "a\tb\a\x01";
  EXPECT_EQ(option_line(*find_option("requirepass"), settings), "\"a\\tb\\a\\x01\"");
  settings.requirepass = "";
  EXPECT_EQ(option_line(*find_option("requirepass"), settings), "\"\"");
}

}  // namespace
}  // namespace keemun::server
