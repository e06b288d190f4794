// What a database of the ardb family does with its rows: the end of a key leaves none of them, the
// index of expiry says what the metas say, and keys of other databases are not touched.
#include "redis_cli.h"

#include <limits>
#include <string>
#include <utility>

#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/expiry_index.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class ArdbFamily : public RedisCli {
 protected:
  explicit ArdbFamily(session::CoreSettings settings = Settings())
      : RedisCli(std::move(settings)) {}

  static session::CoreSettings Settings() {
    session::CoreSettings settings = DefaultSettings();
    settings.families.assign(settings.databases.size(), format::EncodingFamily::kArdb);
    settings.families.back() = format::EncodingFamily::kCamellia;
    return settings;
  }
  size_t CountRows(const format::KeyRange& range) const {
    return static_cast<size_t>(
        std::distance(kv_.rows().lower_bound(range.begin), kv_.rows().lower_bound(range.end)));
  }
  // Of a key in the first database.
  size_t KeyRows(BytesView key) const { return CountRows(format::ardb_key_rows("a", key)); }
  // What the index of expiry says of the first database: "when key" in its order.
  std::vector<Bytes> Expiring() const {
    std::vector<Bytes> found;
    for (const auto& [row, value] : kv_.rows()) {
      if (!format::expiry_rows("a").contains(row)) continue;
      const auto ttl = format::decode_expiry_row(row);
      found.push_back(std::to_string(ttl->expire_at_ms - kStartMs) + " " + ttl->key);
    }
    return found;
  }
  void AddMany(BytesView command, BytesView key, int count) {
    for (int i = 0; i < count; ++i) {
      const Bytes name = "m" + std::to_string(i);
      if (command == "hset" || command == "zadd") {
        Ask({command, key, command == "hset" ? name : "1", command == "hset" ? "v" : name});
      } else {
        Ask({command, key, name});
      }
    }
  }

  using Lines = std::vector<Bytes>;
};

TEST_F(ArdbFamily, KeepsOneMetaAKeyAndItsRowsBehindIt) {
  Run({"set", "s", "v"});
  Run({"hset", "h", "f1", "1", "f2", "2"});
  Run({"zadd", "z", "1", "m"});
  EXPECT_EQ(KeyRows("s"), 1u);
  EXPECT_EQ(KeyRows("h"), 3u);
  EXPECT_EQ(KeyRows("z"), 3u);
  EXPECT_EQ(kv_.rows().size(), 7u);
}

TEST_F(ArdbFamily, TheEndOfAKeyLeavesNoRow) {
  for (const int count : {3, 600}) {
    for (const char* command : {"hset", "sadd", "zadd", "rpush"}) {
      for (const char* end : {"del", "unlink", "set"}) {
        AddMany(command, "k", count);
        Run({"pexpire", "k", "5000"});
        kv_.reset_counts();
        if (Bytes(end) == "set") Run({"set", "k", "v"});
        if (Bytes(end) != "set") Run({end, "k"});
        EXPECT_EQ(kv_.counts().commits, 1);
        EXPECT_EQ(kv_.counts().ranges_erased, count > 512 ? 1 : 0);
        EXPECT_EQ(KeyRows("k"), Bytes(end) == "set" ? 1u : 0u) << command << " " << end;
        EXPECT_EQ(Expiring(), Lines());
        Run({"del", "k"});
      }
    }
  }
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ArdbFamily, AKeyMadeAnewHasNothingOfTheExpiredOne) {
  for (const char* command : {"hset", "sadd", "zadd", "rpush"}) {
    AddMany(command, "k", 100);
    Run({"pexpire", "k", "1000"});
    clock_.advance(2000);
    EXPECT_EQ(Run({"exists", "k"}), "(integer) 0");
    EXPECT_EQ(Run({"sadd", "k", "new"}), "(integer) 1");
    EXPECT_EQ(Run({"smembers", "k"}), "1~ \"new\"");
    EXPECT_EQ(KeyRows("k"), 2u);
    EXPECT_EQ(Expiring(), Lines());
    Run({"del", "k"});
  }
}

TEST_F(ArdbFamily, TheIndexOfExpirySaysWhatTheMetasSay) {
  Run({"set", "late", "v", "px", "9000"});
  Run({"set", "soon", "v", "px", "1000"});
  Run({"rpush", "list", "a", "b"});
  Run({"pexpire", "list", "5000"});
  EXPECT_EQ(Expiring(), (Lines{"1000 soon", "5000 list", "9000 late"}));
  Run({"pexpire", "soon", "7000"});
  Run({"persist", "late"});
  EXPECT_EQ(Expiring(), (Lines{"5000 list", "7000 soon"}));
  Run({"rename", "soon", "other"});
  Run({"copy", "list", "copied"});
  EXPECT_EQ(Expiring(), (Lines{"5000 copied", "5000 list", "7000 other"}));
  Run({"lpop", "list", "2"});
  Run({"set", "other", "v"});
  Run({"ltrim", "copied", "5", "9"});
  EXPECT_EQ(Expiring(), Lines());
}

TEST_F(ArdbFamily, AppendsAndIncrementsKeepTheExpiry) {
  Run({"set", "n", "41", "px", "1000"});
  EXPECT_EQ(Run({"incr", "n"}), "(integer) 42");
  EXPECT_EQ(Run({"append", "n", "x"}), "(integer) 3");
  EXPECT_EQ(Expiring(), Lines{"1000 n"});
}

TEST_F(ArdbFamily, FlushOfFewKeysErasesNoRange) {
  for (const int count : {3, 600}) {
    AddMany("hset", "h", count);
    AddMany("rpush", "l", count);
    Run({"set", "s", "v", "px", "5000"});
    kv_.reset_counts();
    Run({"flushdb"});
    EXPECT_EQ(kv_.counts().ranges_erased, count > 512 ? 2 : 0);
    EXPECT_EQ(KeyRows("h") + KeyRows("l") + KeyRows("s"), 0u);
    EXPECT_EQ(Expiring(), Lines());
    EXPECT_EQ(Run({"dbsize"}), "(integer) 0");
  }
}

TEST_F(ArdbFamily, FlushLeavesNoRowWithoutAMeta) {
  Run({"hset", "h", "f", "v"});
  ports::WriteBatch batch;
  batch.writes.push_back({format::ArdbRows("a", "h").meta_row(), "", true});
  kv_.commit(batch);
  Run({"flushdb"});
  EXPECT_EQ(KeyRows("h"), 0u);
}

TEST_F(ArdbFamily, FlushTakesItsOwnDatabaseOnly) {
  Run({"hset", "h", "f", "v"});
  Run({"set", "s", "v", "px", "1000"});
  Run({"select", "1"});
  Run({"set", "s", "other", "px", "1000"});
  Run({"select", "2"});
  Run({"hset", "h", "f", "third"});
  Run({"select", "0"});
  Run({"flushdb"});
  EXPECT_EQ(CountRows(format::ardb_namespace_rows("a")), 0u);
  EXPECT_EQ(Expiring(), Lines());
  EXPECT_EQ(CountRows(format::expiry_rows("b")), 1u);
  Run({"select", "1"});
  EXPECT_EQ(Run({"get", "s"}), "\"other\"");
  Run({"select", "2"});
  EXPECT_EQ(Run({"hget", "h", "f"}), "\"third\"");
}

TEST_F(ArdbFamily, KeysMoveBetweenTheFamilies) {
  Run({"zadd", "z", "1.5", "a", "-inf", "b"});
  Run({"pexpire", "z", "5000"});
  EXPECT_EQ(Run({"move", "z", "2"}), "(integer) 1");
  EXPECT_EQ(CountRows(format::ardb_namespace_rows("a")), 0u);
  EXPECT_EQ(Expiring(), Lines());
  Run({"select", "2"});
  EXPECT_EQ(Run({"pttl", "z"}), "(integer) 5000");
  EXPECT_EQ(Run({"move", "z", "0"}), "(integer) 1");
  Run({"select", "0"});
  EXPECT_EQ(Run({"zrange", "z", "0", "-1", "withscores"}),
            "1) \"b\"\n2) (double) -inf\n3) \"a\"\n4) (double) 1.5");
  EXPECT_EQ(Expiring(), Lines{"5000 z"});
}

// Ardb leaves one when the last member of a sorted set goes.
TEST_F(ArdbFamily, ACollectionWithoutElementsIsNoKey) {
  const auto put_meta = [this](format::ArdbType type) {
    const format::ArdbValue meta{.type = type};
    ports::WriteBatch batch;
    batch.writes.push_back(
        {format::ArdbRows("a", "k").meta_row(), format::encode_ardb_value(meta), false});
    kv_.commit(batch);
  };
  for (const auto type :
       {format::ArdbType::kZSet, format::ArdbType::kSet, format::ArdbType::kHash}) {
    put_meta(type);
    EXPECT_EQ(Run({"exists", "k"}), "(integer) 0");
    EXPECT_EQ(Run({"type", "k"}), "none");
    EXPECT_EQ(Run({"keys", "*"}), "(empty array)");
    EXPECT_EQ(Run({"zadd", "k", "1", "m"}), "(integer) 1");
    EXPECT_EQ(Run({"dbsize"}), "(integer) 1");
    EXPECT_EQ(Run({"del", "k"}), "(integer) 1");
    put_meta(type);
    EXPECT_EQ(Run({"del", "k"}), "(integer) 0");
    EXPECT_EQ(Run({"set", "k", "v"}), "OK");
    EXPECT_EQ(Run({"getdel", "k"}), "\"v\"");
  }
  EXPECT_EQ(KeyRows("k"), 0u);

  Run({"hset", "k", "f", "v"});
  put_meta(format::ArdbType::kHash);
  EXPECT_THAT(Run({"set", "k", "v"}), HasSubstr("counts nothing and has rows"));
  EXPECT_EQ(KeyRows("k"), 2u);
}

// Ardb counts 1 for a new hash of several fields.
TEST_F(ArdbFamily, SizesThatAreTooSmallLoseNothing) {
  Run({"hset", "k", "a", "1", "b", "2", "c", "3"});
  Run({"zadd", "z", "1", "a", "2", "b"});
  Run({"zadd", "pop", "1", "a", "2", "b"});
  Run({"sadd", "s", "a", "b"});
  ports::WriteBatch batch;
  for (const auto& [key, type] :
       {std::pair{"k", format::ArdbType::kHash}, std::pair{"z", format::ArdbType::kZSet},
        std::pair{"pop", format::ArdbType::kZSet}, std::pair{"s", format::ArdbType::kSet}}) {
    batch.writes.push_back({format::ArdbRows("a", key).meta_row(),
                            format::encode_ardb_value({.type = type, .meta = {.size = 1}}), false});
  }
  kv_.commit(batch);
  EXPECT_EQ(Run({"hdel", "k", "a"}), "(integer) 1");
  EXPECT_EQ(Run({"hlen", "k"}), "(integer) 2");
  EXPECT_EQ(Run({"hdel", "k", "b", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"zrem", "z", "a", "b"}), "(integer) 2");
  Run({"zpopmin", "pop"});
  EXPECT_EQ(Run({"zcard", "pop"}), "(integer) 1");
  Run({"zpopmin", "pop"});
  EXPECT_EQ(Run({"spop", "s"}).size(), 3u);
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 1");
  EXPECT_EQ(Run({"spop", "s"}).size(), 3u);
  for (const char* key : {"k", "z", "pop", "s"}) EXPECT_EQ(KeyRows(key), 0u) << key;
}

TEST_F(ArdbFamily, SizesThatNoStoreHoldsAreDamage) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  const auto put_meta = [this](const format::ArdbValue& meta) {
    ports::WriteBatch batch;
    batch.writes.push_back(
        {format::ArdbRows("a", "k").meta_row(), format::encode_ardb_value(meta), false});
    kv_.commit(batch);
  };
  for (const auto type :
       {format::ArdbType::kZSet, format::ArdbType::kSet, format::ArdbType::kHash}) {
    put_meta({.type = type, .meta = {.size = kHuge}});
    EXPECT_THAT(Run({"zadd", "k", "1", "m"}), HasSubstr("corrupt"));
    EXPECT_THAT(Run({"del", "k"}), HasSubstr("corrupt"));
  }
  put_meta({.type = format::ArdbType::kList,
            .meta = {.size = kHuge, .is_sequential = true},
            .elements = {-(int64_t{1} << 62), (int64_t{1} << 62) - 2}});
  EXPECT_THAT(Run({"rpush", "k", "e"}), HasSubstr("corrupt"));
}

TEST_F(ArdbFamily, BoundsThatArdbPutIntoASetDoNotOutliveAChange) {
  const auto bounds_of = [this](BytesView key) {
    const auto row = kv_.rows().find(format::ArdbRows("a", key).meta_row());
    return format::decode_ardb_value(row->second)->elements.size();
  };
  for (const int64_t size : {int64_t{1}, format::kArdbSizeUnknown}) {
    const format::ArdbValue meta{.type = format::ArdbType::kSet,
                                 .meta = {.size = size},
                                 .elements = {Bytes("m"), Bytes("m")}};
    const format::ArdbRows names("a", "k");
    ports::WriteBatch batch;
    batch.writes.push_back({names.meta_row(), format::encode_ardb_value(meta), false});
    batch.writes.push_back({names.named_row(format::ArdbType::kSetMember, "m"),
                            format::encode_ardb_value({.type = format::ArdbType::kSetMember}),
                            false});
    kv_.commit(batch);
    EXPECT_EQ(Run({"expire", "k", "100"}), "(integer) 1");
    EXPECT_EQ(bounds_of("k"), 2u);
    EXPECT_EQ(Run({"sadd", "k", "zz", "a"}), "(integer) 2");
    EXPECT_EQ(bounds_of("k"), 0u);
    EXPECT_EQ(Run({"del", "k"}), "(integer) 1");
  }
}

TEST_F(ArdbFamily, ScanStepsOverTheRowsOfBigCollections) {
  AddMany("sadd", "big1", 2000);
  AddMany("sadd", "big2", 2000);
  for (int i = 0; i < 20; ++i) Run({"set", "s" + std::to_string(i), "v"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"dbsize"}), "(integer) 22");
  EXPECT_LE(kv_.counts().scanned_rows, 100);
}

class ArdbFast : public ArdbFamily {
 protected:
  ArdbFast() : ArdbFamily(FastSettings()) {}

  static session::CoreSettings FastSettings() {
    session::CoreSettings settings = Settings();
    settings.encodings.ardb_fast = true;
    return settings;
  }
};

TEST_F(ArdbFast, WritesElementsWithoutReadingThem) {
  Run({"hset", "h", "f", "1"});
  Run({"sadd", "s", "m"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"hset", "h", "f", "2", "g", "3"}), "(integer) 2");
  EXPECT_EQ(Run({"sadd", "s", "m"}), "(integer) 1");
  EXPECT_EQ(kv_.counts().gets, 2);
  EXPECT_EQ(kv_.counts().rows_put, 3);
  EXPECT_EQ(Run({"hlen", "h"}), "(integer) 2");
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 1");
}

TEST_F(ArdbFast, CountsOverManyPages) {
  AddMany("hset", "h", 1000);
  AddMany("sadd", "s", 256);
  EXPECT_EQ(Run({"hlen", "h"}), "(integer) 1000");
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 256");
}

TEST_F(ArdbFast, TypeAndExpiryAreStillRight) {
  Run({"hset", "h", "f", "1"});
  Run({"pexpire", "h", "5000"});
  Run({"hset", "h", "g", "2"});
  EXPECT_EQ(Run({"pttl", "h"}), "(integer) 5000");
  EXPECT_TRUE(Ask({"sadd", "h", "m"}).is_error());
  EXPECT_EQ(Expiring(), Lines{"5000 h"});
}

TEST_F(ArdbFast, TheLastElementTakesTheKeyWithIt) {
  Run({"hset", "h", "f", "1", "g", "2"});
  Run({"sadd", "s", "m"});
  Run({"pexpire", "h", "5000"});
  EXPECT_EQ(Run({"hdel", "h", "none"}), "(integer) 1");
  EXPECT_EQ(Run({"hdel", "h", "f"}), "(integer) 1");
  EXPECT_EQ(Run({"exists", "h"}), "(integer) 1");
  Run({"hdel", "h", "g", "f"});
  Run({"srem", "s", "m"});
  EXPECT_TRUE(kv_.rows().empty());
  EXPECT_EQ(Run({"hdel", "h", "f"}), "(integer) 0");
}

TEST_F(ArdbFast, KeysThatAreThereGoOnAsTheyWere) {
  session::Core exact(kv_, clock_, random_, Settings());
  session::Session other(exact);
  const auto run_exact = [&](std::vector<BytesView> args) {
    return resp::to_transcript(other.execute(args));
  };
  run_exact({"sadd", "counted", "m"});
  Run({"sadd", "blind", "m"});
  EXPECT_EQ(Run({"sadd", "counted", "m", "n"}), "(integer) 1");
  EXPECT_EQ(run_exact({"sadd", "blind", "m", "n"}), "(integer) 2");
  EXPECT_EQ(run_exact({"scard", "blind"}), "(integer) 2");
}

}  // namespace
}  // namespace keemun
