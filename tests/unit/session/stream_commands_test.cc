// Streams as clients see them: ids, trimming, groups and what is pending; on both families.
#include <algorithm>

#include "redis_cli.h"

namespace keemun {
namespace {

using format::EncodingFamily;

class StreamCommands : public RedisCli, public testing::WithParamInterface<EncodingFamily> {
 protected:
  StreamCommands() : RedisCli(settings()) {}

  void AddThree() {
    Run({"xadd", "s", "1-0", "f", "a"});
    Run({"xadd", "s", "2-0", "f", "b"});
    Run({"xadd", "s", "3-0", "f", "c"});
  }
  Bytes Length() { return Run({"xlen", "s"}); }

 private:
  static session::CoreSettings settings() {
    session::CoreSettings settings = DefaultSettings();
    settings.families.assign(3, GetParam());
    return settings;
  }
};

constexpr const char* kTooSmall =
    "(error) ERR The ID specified in XADD is equal or smaller than the target stream top item";

TEST_P(StreamCommands, GiveIdsThatOnlyGrow) {
  EXPECT_EQ(Run({"xadd", "s", "*", "f", "v"}), "\"1700000000000-0\"");
  EXPECT_EQ(Run({"xadd", "s", "*", "f", "v"}), "\"1700000000000-1\"");
  EXPECT_EQ(Run({"xadd", "s", "1700000000000-*", "f", "v"}), "\"1700000000000-2\"");
  EXPECT_EQ(Run({"xadd", "s", "1700000000001", "f", "v"}), "\"1700000000001-0\"");
  EXPECT_EQ(Run({"xadd", "s", "*", "f", "v"}), "\"1700000000001-1\"");
  EXPECT_EQ(Run({"xadd", "s", "1700000000001-1", "f", "v"}), kTooSmall);
  EXPECT_EQ(Run({"xadd", "t", "0-*", "f", "v"}), "\"0-1\"");
  EXPECT_EQ(Run({"xadd", "t", "0-0", "f", "v"}),
            "(error) ERR The ID specified in XADD must be greater than 0-0");
  EXPECT_EQ(Run({"xadd", "t", "1-18446744073709551615", "f", "v"}), "\"1-18446744073709551615\"");
  EXPECT_EQ(Run({"xadd", "t", "1-*", "f", "v"}),
            "(error) ERR Elements are too large to be stored");  // Redis' word for it
  EXPECT_EQ(Run({"xadd", "t", "0-*", "f", "v"}), kTooSmall);
  EXPECT_EQ(Run({"xadd", "t", "18446744073709551615-18446744073709551615", "f", "v"}),
            "\"18446744073709551615-18446744073709551615\"");
  EXPECT_EQ(Run({"xadd", "t", "*", "f", "v"}),
            "(error) ERR The stream has exhausted the last possible ID, unable to add more items");
  EXPECT_EQ(Run({"xadd", "u", "nomkstream", "*", "f", "v"}), "(nil)");
  EXPECT_EQ(Run({"exists", "u"}), "(integer) 0");
}

TEST_P(StreamCommands, StayWithoutEntries) {
  AddThree();
  EXPECT_EQ(Run({"xdel", "s", "1-0", "2-0", "2-0", "3-0", "9-0"}), "(integer) 3");
  EXPECT_EQ(Length(), "(integer) 0");
  EXPECT_EQ(Run({"type", "s"}), "stream");
  EXPECT_EQ(Run({"xadd", "s", "3-0", "f", "v"}), kTooSmall);
  EXPECT_EQ(Run({"xrange", "s", "-", "+"}), "(empty array)");
  EXPECT_EQ(Run({"xread", "streams", "s", "0"}), "(nil)");
  EXPECT_EQ(Run({"del", "s"}), "(integer) 1");
  EXPECT_EQ(Run({"xadd", "s", "1-0", "f", "v"}), "\"1-0\"");
}

TEST_P(StreamCommands, AreReadFromEitherEndAndBetweenIds) {
  AddThree();
  const Bytes b = "1) 1) \"2-0\"\n   2) 1) \"f\"\n      2) \"b\"";
  EXPECT_EQ(Run({"xrange", "s", "(1-0", "(3-0"}), b);
  EXPECT_EQ(Run({"xrange", "s", "2", "2"}), b);
  EXPECT_EQ(Run({"xrevrange", "s", "(3-0", "-", "count", "1"}), b);
  EXPECT_EQ(Run({"xrange", "s", "-", "+", "count", "0"}), "(nil)");
  EXPECT_EQ(Run({"xrange", "s", "(18446744073709551615-18446744073709551615", "+"}),
            "(error) ERR invalid start ID for the interval");
  EXPECT_EQ(Run({"xrange", "s", "-", "(0-0"}), "(error) ERR invalid end ID for the interval");
}

TEST_P(StreamCommands, TrimToALengthOrAnId) {
  for (int i = 1; i <= 600; ++i) Run({"xadd", "s", std::to_string(i) + "-0", "f", "v"});
  EXPECT_EQ(Run({"xtrim", "s", "maxlen", "~", "500", "limit", "30"}), "(integer) 30");
  EXPECT_EQ(Run({"xtrim", "s", "minid", "=", "301"}), "(integer) 270");
  EXPECT_EQ(Run({"xtrim", "s", "minid", "301"}), "(integer) 0");
  EXPECT_EQ(Run({"xadd", "s", "maxlen", "2", "601-0", "f", "v"}), "\"601-0\"");
  EXPECT_EQ(Length(), "(integer) 2");
  EXPECT_EQ(Run({"xtrim", "s", "maxlen", "1", "limit", "5"}),
            "(error) ERR syntax error, LIMIT cannot be used without the special ~ option");
  EXPECT_EQ(Run({"xtrim", "s", "maxlen", "0"}), "(integer) 2");
  EXPECT_EQ(Run({"xadd", "s", "601-0", "f", "v"}), kTooSmall);
}

TEST_P(StreamCommands, KeepEntriesOfManyFields) {
  std::vector<Bytes> words = {"xadd", "s", "1-0"};
  for (int i = 0; i < 700; ++i) {
    words.push_back("field-" + std::to_string(i));
    words.push_back(std::to_string(i));
  }
  const std::vector<BytesView> args(words.begin(), words.end());
  session_.execute(args);
  Run({"xadd", "s", "2-0", "f", "v"});
  const resp::Reply all = Ask({"xrange", "s", "-", "+"});
  ASSERT_EQ(all.items().size(), 2u);
  const auto& entry = all.items()[0].items()[1].items();
  ASSERT_EQ(entry.size(), 1400u);
  EXPECT_EQ(entry[1398].text(), "field-699");
  EXPECT_EQ(entry[1399].text(), "699");
  const auto row_count = [&] {
    return std::count_if(kv_.rows().begin(), kv_.rows().end(), [](const auto& row) {
      return row.first.starts_with("a#") || row.first.starts_with("s#");
    });
  };
  const bool is_ardb = GetParam() == EncodingFamily::kArdb;
  EXPECT_EQ(row_count(), is_ardb ? 9 : 2);  // a meta, two entries, six parts
  EXPECT_EQ(Run({"xdel", "s", "1-0"}), "(integer) 1");
  EXPECT_EQ(row_count(), is_ardb ? 3 : 1);  // the meta, what is past, an entry
  words[2] = "3-0";
  session_.execute(std::vector<BytesView>(words.begin(), words.end()));
  EXPECT_EQ(Run({"xtrim", "s", "maxlen", "0"}), "(integer) 2");
  EXPECT_EQ(row_count(), is_ardb ? 2 : 0);
  EXPECT_EQ(Run({"del", "s"}), "(integer) 1");
  EXPECT_EQ(row_count(), 0);
}

TEST_P(StreamCommands, GiveEachEntryOfAGroupOnce) {
  AddThree();
  EXPECT_EQ(Run({"xgroup", "create", "s", "g", "0"}), "OK");
  EXPECT_EQ(Run({"xgroup", "create", "s", "g", "0"}),
            "(error) BUSYGROUP Consumer Group name already exists");
  const auto read = [&](BytesView consumer, BytesView from) {
    return Ask({"xreadgroup", "group", "g", consumer, "count", "2", "streams", "s", from});
  };
  EXPECT_EQ(read("c", ">").items()[0].items()[1].items().size(), 2u);
  EXPECT_EQ(read("d", ">").items()[0].items()[1].items().size(), 1u);
  EXPECT_TRUE(read("d", ">").is_null());
  EXPECT_EQ(Run({"xpending", "s", "g"}),
            "1) (integer) 3\n2) \"1-0\"\n3) \"3-0\"\n4) 1) 1) \"c\"\n      2) \"2\"\n   2) 1) "
            "\"d\"\n      2) \"1\"");
  clock_.advance(100);
  EXPECT_EQ(Run({"xpending", "s", "g", "idle", "100", "(1-0", "+", "9", "c"}),
            "1) 1) \"2-0\"\n   2) \"c\"\n   3) (integer) 100\n   4) (integer) 1");
  EXPECT_EQ(Run({"xpending", "s", "g", "idle", "101", "-", "+", "9"}), "(empty array)");
  EXPECT_EQ(Run({"xdel", "s", "1-0"}), "(integer) 1");
  EXPECT_EQ(read("c", "0").items()[0].items()[1].items()[0].items()[1].is_null(), true);
  EXPECT_EQ(Run({"xpending", "s", "g", "2", "2", "9"}),
            "1) 1) \"2-0\"\n   2) \"c\"\n   3) (integer) 0\n   4) (integer) 2");
  EXPECT_EQ(Run({"xack", "s", "g", "2-0", "2-0", "7-0"}), "(integer) 1");
  EXPECT_EQ(Run({"xautoclaim", "s", "g", "e", "0", "-", "justid"}),
            "1) \"0-0\"\n2) 1) \"3-0\"\n3) 1) \"1-0\"");
  EXPECT_EQ(Run({"xclaim", "s", "g", "c", "0", "3-0", "2-0", "force", "retrycount", "9", "justid"}),
            "1) \"3-0\"\n2) \"2-0\"");
  EXPECT_EQ(Run({"xgroup", "delconsumer", "s", "g", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"xpending", "s", "g"}), "1) (integer) 0\n2) (nil)\n3) (nil)\n4) (nil)");
  EXPECT_EQ(Run({"xgroup", "destroy", "s", "g"}), "(integer) 1");
  EXPECT_EQ(Run({"xinfo", "groups", "s"}), "(empty array)");
}

TEST_P(StreamCommands, FindWhatIsPendingAlreadyWhereAGroupWasSetBack) {
  AddThree();
  Run({"xgroup", "create", "s", "g", "0"});
  Run({"xreadgroup", "group", "g", "c", "streams", "s", ">"});
  Run({"xgroup", "setid", "s", "g", "1-0"});
  Run({"xreadgroup", "group", "g", "d", "streams", "s", ">"});
  EXPECT_EQ(
      Run({"xinfo", "consumers", "s", "g"}),
      "1) 1# \"name\" => \"c\"\n   2# \"pending\" => (integer) 1\n   3# \"idle\" => (integer) "
      "0\n2) 1# \"name\" => \"d\"\n   2# \"pending\" => (integer) 2\n   3# \"idle\" => "
      "(integer) 0");
}

TEST_P(StreamCommands, CopyAllThatAStreamIs) {
  AddThree();
  Run({"xgroup", "create", "s", "g", "0"});
  Run({"xreadgroup", "group", "g", "c", "count", "2", "streams", "s", ">"});
  Run({"xdel", "s", "2-0"});
  Run({"xsetid", "s", "9-0", "entriesadded", "12"});
  const Bytes told = Run({"xinfo", "stream", "s", "full"});
  EXPECT_EQ(Run({"copy", "s", "t"}), "(integer) 1");
  EXPECT_EQ(Run({"xinfo", "stream", "t", "full"}), told);
  EXPECT_EQ(Run({"rename", "t", "u"}), "OK");
  EXPECT_EQ(Run({"xinfo", "stream", "u", "full"}), told);
  const Bytes payload = Ask({"dump", "s"}).text();
  EXPECT_EQ(Run({"restore", "r", "0", payload}), "OK");
  EXPECT_EQ(Run({"xinfo", "stream", "r", "full"}), told);
  EXPECT_EQ(Ask({"dump", "r"}).text(), payload);
}

TEST_P(StreamCommands, SayWhatALagIsWhereNothingIsMissing) {
  AddThree();
  Run({"xgroup", "create", "s", "g", "0"});
  const auto lag = [&] {
    return resp::to_transcript(Ask({"xinfo", "groups", "s"}).items()[0].items()[11]);
  };
  EXPECT_EQ(lag(), "(integer) 3");
  Run({"xreadgroup", "group", "g", "c", "count", "1", "streams", "s", ">"});
  EXPECT_EQ(lag(), "(integer) 2");
  Run({"xdel", "s", "2-0"});
  EXPECT_EQ(lag(), "(nil)");
  // As Redis has it: behind what was deleted it goes on counting what was read.
  Run({"xreadgroup", "group", "g", "c", "count", "1", "streams", "s", ">"});
  EXPECT_EQ(lag(), "(integer) 1");
}

TEST_P(StreamCommands, AreNoKeysOfAnotherType) {
  Run({"set", "k", "v"});
  const char* wrong = "(error) WRONGTYPE Operation against a key holding the wrong kind of value";
  EXPECT_EQ(Run({"xadd", "k", "*", "f", "v"}), wrong);
  EXPECT_EQ(Run({"xread", "streams", "k", "0"}), wrong);
  EXPECT_EQ(Run({"xgroup", "create", "k", "g", "0", "mkstream"}), wrong);
  EXPECT_EQ(Run({"xgroup", "create", "s", "g", "$", "mkstream"}), "OK");
  EXPECT_EQ(Run({"get", "s"}), wrong);
  EXPECT_EQ(Run({"object", "encoding", "s"}), "\"stream\"");
}

TEST_P(StreamCommands, NeverWaitInScriptsAndTransactions) {
  EXPECT_EQ(Run({"eval", "return redis.call('xread', 'block', '0', 'streams', 's', '$')", "1", "s"})
                .substr(0, 73),
            "(error) ERR xread command is not allowed with BLOCK option from scripts s");
  Run({"multi"});
  Run({"xread", "block", "0", "streams", "s", "$"});
  EXPECT_EQ(Run({"exec"}), "1) (nil)");
}

INSTANTIATE_TEST_SUITE_P(Families, StreamCommands,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb));

}  // namespace
}  // namespace keemun
