// Databases by name: what is a name, that names are databases like any other and do not touch each
// other, and what the store knows of them.
#include <string>

#include "format/ardb_ordered_form.h"
#include "format/expiry_index.h"
#include "format/store_records.h"
#include "redis_cli.h"
#include "session/open_store.h"

namespace keemun {
namespace {

constexpr const char* kOutOfRange = "(error) ERR DB index is out of range";
constexpr const char* kNoInteger = "(error) ERR value is not an integer or out of range";

class NamedDatabases : public RedisCli {
 protected:
  explicit NamedDatabases(session::CoreSettings settings = Settings())
      : RedisCli(std::move(settings)) {}

  static session::CoreSettings Settings() {
    session::CoreSettings settings = DefaultSettings();
    settings.families.assign(settings.databases.size(), format::EncodingFamily::kArdb);
    return settings;
  }
  Bytes RunIn(BytesView name, std::initializer_list<BytesView> words) {
    EXPECT_EQ(Run({"select", name}), "OK");
    return Run(words);
  }
  bool HasRecord(BytesView name) const {
    return kv_.rows().contains(format::namespace_record_key(name));
  }
  size_t CountRows(BytesView name) const {
    size_t count = 0;
    for (const auto& [row, value] : kv_.rows()) {
      count += format::ardb_namespace_rows(name).contains(row);
      count += format::expiry_rows(name).contains(row);
    }
    return count;
  }
};

TEST_F(NamedDatabases, WhateverIsNoNumberIsAName) {
  for (const BytesView name : {"users", "", "01", "+1", " 1", "1.0", "users:eu", "\r\n"}) {
    EXPECT_EQ(RunIn(name, {"set", "whose", name}), "OK");
  }
  for (const BytesView name : {"users", "", "01", "+1", " 1", "1.0", "users:eu", "\r\n"}) {
    EXPECT_EQ(Run({"select", name}), "OK");
    EXPECT_EQ(Ask({"get", "whose"}).text(), name);
    EXPECT_EQ(Run({"dbsize"}), "(integer) 1");
  }
}

TEST_F(NamedDatabases, ANumberIsAConfiguredDatabaseOrNone) {
  Run({"set", "k", "first"});
  RunIn("users", {"set", "k", "named"});
  for (const BytesView number : {"3", "4", "-1", "2147483647"}) {
    EXPECT_EQ(Run({"select", number}), kOutOfRange);
    EXPECT_EQ(Run({"move", "k", number}), kOutOfRange);
    EXPECT_EQ(Run({"copy", "k", "k", "db", number}), kOutOfRange);
  }
  EXPECT_EQ(Run({"copy", "k", "k", "db", "4", "db", "next"}), kOutOfRange);
  EXPECT_EQ(Run({"select", "2147483648"}),
            "(error) ERR value is out of range, value must between -2147483648 and 2147483647");
  EXPECT_EQ(Run({"swapdb", "0", "3"}), kOutOfRange);
  EXPECT_EQ(Run({"swapdb", "0", "users"}), "(error) ERR invalid second DB index");
  EXPECT_EQ(Run({"get", "k"}), "\"named\"");
  EXPECT_EQ(RunIn("0", {"get", "k"}), "\"first\"");
}

TEST_F(NamedDatabases, SomeStringsAreNoName) {
  EXPECT_EQ(Run({"select", Bytes(512, 'n')}), "OK");
  EXPECT_EQ(Run({"select", Bytes(513, 'n')}), "(error) ERR a namespace has at most 512 bytes");
  EXPECT_EQ(Run({"select", "__TTL_DB__"}), "(error) ERR that namespace is the index of expiry");
  EXPECT_EQ(Run({"select", "a"}), "(error) ERR that namespace is a database with a number");
  kv_.rows()[format::namespace_record_key("other")] = format::encode_namespace_record({});
  EXPECT_EQ(Run({"copy", "k", "k", "db", "other"}),
            "(error) ERR that namespace is of another family of encodings");
}

TEST_F(NamedDatabases, AreForTheArdbFamily) {
  session::Core camellia(kv_, clock_, random_, DefaultSettings());
  session::Session session(camellia);
  const std::vector<std::vector<BytesView>> requests = {
      {"select", "users"}, {"move", "k", "users"}, {"copy", "k", "l", "db", "users"}};
  for (const auto& request : requests) {
    EXPECT_EQ(resp::to_transcript(session.execute(request)), kNoInteger);
  }
}

TEST_F(NamedDatabases, AreApartThoughOneNameBeginsTheOther) {
  const std::vector<Bytes> names = {"", "u", "us", Bytes("u\0", 2), Bytes("u\0\xff", 3), "u\xff"};
  for (const Bytes& name : names) {
    RunIn(name, {"hset", "h", "f", "of " + name});
    Run({"set", "mortal", name, "px", "1000"});
  }
  for (const Bytes& name : names) {
    EXPECT_EQ(Run({"select", name}), "OK");
    EXPECT_EQ(Ask({"hget", "h", "f"}).text(), "of " + name);
    EXPECT_EQ(Run({"scan", "0"}), "1) \"0\"\n2) 1) \"h\"\n   2) \"mortal\"");
    EXPECT_EQ(Run({"dbsize"}), "(integer) 2");
  }
  EXPECT_EQ(RunIn("u", {"flushdb"}), "OK");
  EXPECT_EQ(CountRows("u"), 0u);
  EXPECT_EQ(Run({"randomkey"}), "(nil)");
  for (const Bytes& name : names) {
    EXPECT_EQ(RunIn(name, {"dbsize"}), name == "u" ? "(integer) 0" : "(integer) 2");
  }
}

TEST_F(NamedDatabases, KeysMoveAndAreCopiedBetweenThem) {
  Run({"zadd", "z", "1", "m"});
  Run({"pexpire", "z", "5000"});
  EXPECT_EQ(Run({"move", "z", "users"}), "(integer) 1");
  EXPECT_EQ(Run({"exists", "z"}), "(integer) 0");
  EXPECT_EQ(RunIn("users", {"pttl", "z"}), "(integer) 5000");
  EXPECT_EQ(Run({"move", "z", "users"}), "(error) ERR source and destination objects are the same");
  EXPECT_EQ(Run({"copy", "z", "z", "replace", "db", "users"}),
            "(error) ERR source and destination objects are the same");
  EXPECT_EQ(Run({"copy", "z", "z", "DB", "0"}), "(integer) 1");
  EXPECT_EQ(Run({"copy", "z", "y", "db", "eu", "db"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"copy", "z", "y", "db", "eu", "replace", "db", "us"}), "(integer) 1");
  EXPECT_EQ(RunIn("us", {"zscore", "y", "m"}), "(double) 1");
  EXPECT_EQ(RunIn("eu", {"dbsize"}), "(integer) 0");
}

TEST_F(NamedDatabases, TransactionsSelectThemInTheirTurn) {
  Run({"multi"});
  EXPECT_EQ(Run({"select", "users"}), "QUEUED");
  Run({"set", "k", "v"});
  Run({"move", "k", "1"});
  EXPECT_EQ(Run({"select", Bytes(513, 'n')}), "QUEUED");
  EXPECT_EQ(Run({"exec"}),
            "1) OK\n2) OK\n3) (integer) 1\n4) (error) ERR a namespace has at most 512 bytes");
  EXPECT_EQ(Run({"dbsize"}), "(integer) 0");
  EXPECT_EQ(RunIn("1", {"get", "k"}), "\"v\"");
}

TEST_F(NamedDatabases, WatchSeesWhatOthersDoUnderTheName) {
  session::Session other(core_);
  RunIn("users", {"set", "k", "v"});
  const auto run_there = [&other](std::vector<BytesView> words) { other.execute(words); };
  for (const bool is_ours : {false, true}) {
    Run({"watch", "k"});
    run_there({"select", is_ours ? "users" : "users2"});
    run_there({"set", "k", "x"});
    Run({"multi"});
    Run({"get", "k"});
    EXPECT_EQ(Run({"exec"}), is_ours ? "(nil)" : "1) \"v\"");
  }
}

TEST_F(NamedDatabases, TheFirstWriteLeavesTheRecord) {
  Run({"set", "elsewhere", "v"});
  EXPECT_EQ(RunIn("users", {"get", "k"}), "(nil)");
  EXPECT_EQ(Run({"flushall"}), "OK");
  EXPECT_FALSE(HasRecord("users"));
  Run({"set", "k", "v"});
  EXPECT_TRUE(HasRecord("users"));
  // It is not put again, unless it may be lost.
  kv_.rows().erase(format::namespace_record_key("users"));
  Run({"set", "k", "w"});
  EXPECT_FALSE(HasRecord("users"));
  core_.start_over();
  Run({"set", "k", "x"});
  EXPECT_TRUE(HasRecord("users"));
}

TEST_F(NamedDatabases, FlushallReachesWhatNobodyHasSelectedSince) {
  RunIn("users", {"set", "k", "v", "px", "1000"});
  RunIn("eu", {"set", "k", "v"});
  session::Core later(kv_, clock_, random_, Settings());
  session::Session session(later);
  session.execute(std::vector<BytesView>{"flushall"});
  EXPECT_EQ(CountRows("users") + CountRows("eu"), 0u);
}

TEST_F(NamedDatabases, WhatAnotherProcessHasNamedIsLearnedWithItsKeys) {
  session::Core other(kv_, clock_, random_, Settings());
  session::Session session(other);
  session.execute(std::vector<BytesView>{"select", "users"});
  session.execute(std::vector<BytesView>{"set", "k", "v"});
  EXPECT_EQ(core_.names.find("users"), std::nullopt);
  core_.take_over(clock_.now_ms());
  Run({"flushall"});
  EXPECT_EQ(CountRows("users"), 0u);
}

TEST_F(NamedDatabases, AreForgottenAtAStartWhereTheyHaveNoRows) {
  RunIn("users", {"set", "k", "v"});
  RunIn("mortal", {"set", "k", "v", "px", "1"});
  RunIn("eu", {"set", "k", "v"});
  Run({"del", "k"});
  session::open_store(kv_, core_.settings.databases, core_.settings.families);
  session::forget_unused_names(kv_, core_.settings.databases);
  EXPECT_TRUE(HasRecord("users"));
  EXPECT_TRUE(HasRecord("mortal"));
  EXPECT_FALSE(HasRecord("eu"));
  EXPECT_TRUE(HasRecord("a"));
}

TEST_F(NamedDatabases, AreNotWithoutEnd) {
  constexpr int kNamesMax = 10'000;
  for (int i = 0; i < kNamesMax; ++i) ASSERT_EQ(Run({"select", "n" + std::to_string(i)}), "OK");
  EXPECT_EQ(Run({"select", "one more"}), "(error) ERR there are too many namespaces");
  EXPECT_EQ(Run({"select", "n9999"}), "OK");
}

}  // namespace
}  // namespace keemun
