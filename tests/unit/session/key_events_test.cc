// What a listener is told of keys: the events of keyspace notifications, in Redis' order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::session {
namespace {

using format::EncodingFamily;
using testing::ElementsAre;
using testing::IsEmpty;

class KeyEvents : public testing::TestWithParam<EncodingFamily>, private ChangeListener {
 protected:
  KeyEvents()
      : clock_(1'700'000'000'000),
        random_(1),
        core_(kv_, clock_, random_, settings()),
        session_(core_) {
    core_.listener = this;
  }

  // What was told meanwhile.
  std::vector<Bytes> run(std::initializer_list<BytesView> words) {
    told_.clear();
    const std::vector<BytesView> args(words);
    session_.execute(args);
    return told_;
  }
  void expire(std::initializer_list<BytesView> words) {
    run(words);
    run({"pexpire", words.begin()[1], "10"});
    clock_.advance(11);
  }

  Interests interests_ = {.ends = true};
  Bytes awaited_ = "awaited";
  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  Core core_;
  Session session_;

  std::vector<Bytes> told_;

 private:
  static CoreSettings settings() {
    CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.families.assign(1, GetParam());
    return settings;
  }
  void changed(size_t database, BytesView key, BytesView event, bool) override {
    happened(database, key, event);
  }
  void happened(size_t, BytesView key, BytesView event) override {
    told_.push_back(Bytes(event) + " " + Bytes(key));
  }
  void added(size_t database, BytesView key, types::KeyType) override {
    happened(database, key, "new");
  }
  bool awaits(size_t, BytesView key) const override { return key == awaited_; }
  Interests interests() const override { return interests_; }
  void any_changed() override {}
};

TEST_P(KeyEvents, TellOfAKeyThatGoesWithItsLastElement) {
  run({"rpush", "l", "a", "b", "c", "d"});
  EXPECT_THAT(run({"lpop", "l"}), ElementsAre("lpop l"));
  EXPECT_THAT(run({"rpoplpush", "l", "m"}), ElementsAre("lpush m", "rpop l"));
  EXPECT_THAT(run({"ltrim", "l", "5", "6"}), ElementsAre("ltrim l", "del l"));
  EXPECT_THAT(run({"lmove", "m", "m", "left", "right"}), ElementsAre("rpush m", "lpop m"));
  EXPECT_THAT(run({"lmove", "m", "n", "left", "right"}), ElementsAre("rpush n", "lpop m", "del m"));
  EXPECT_THAT(run({"lrem", "n", "0", "d"}), ElementsAre("lrem n", "del n"));
  run({"hset", "h", "f", "v", "g", "w"});
  EXPECT_THAT(run({"hdel", "h", "f"}), ElementsAre("hdel h"));
  EXPECT_THAT(run({"hdel", "h", "g"}), ElementsAre("hdel h", "del h"));
  run({"sadd", "s", "a", "b", "c"});
  EXPECT_THAT(run({"srem", "s", "a"}), ElementsAre("srem s"));
  EXPECT_THAT(run({"spop", "s", "1"}), ElementsAre("spop s"));
  const std::vector<Bytes> popped = run({"spop", "s"});
  EXPECT_THAT(popped, ElementsAre("spop s", "del s"));
  run({"sadd", "s", "a"});
  EXPECT_THAT(run({"smove", "s", "t", "a"}), ElementsAre("srem s", "del s", "sadd t"));
  run({"zadd", "z", "1", "a", "2", "b", "3", "c"});
  EXPECT_THAT(run({"zrem", "z", "a"}), ElementsAre("zrem z"));
  EXPECT_THAT(run({"zpopmin", "z"}), ElementsAre("zpopmin z"));
  EXPECT_THAT(run({"zremrangebyscore", "z", "-inf", "inf"}),
              ElementsAre("zremrangebyscore z", "del z"));
}

TEST_P(KeyEvents, TellOfPlacesThatAreAddedOrStored) {
  EXPECT_THAT(run({"geoadd", "g", "1", "1", "a"}), ElementsAre("zadd g"));
  EXPECT_THAT(run({"geoadd", "g", "1", "1", "a"}), IsEmpty());
  EXPECT_THAT(run({"geosearchstore", "d", "g", "frommember", "a", "byradius", "1", "m"}),
              ElementsAre("geosearchstore d"));
  EXPECT_THAT(run({"georadius", "g", "1", "1", "1", "km", "store", "d"}),
              ElementsAre("georadiusstore d"));
  EXPECT_THAT(run({"georadius", "g", "9", "9", "1", "km", "store", "d"}), ElementsAre("del d"));
  EXPECT_THAT(run({"georadius", "g", "9", "9", "1", "km", "store", "d"}), IsEmpty());
}

TEST_P(KeyEvents, TellOfNewKeysWhereSomebodyWantsToKnow) {
  EXPECT_THAT(run({"set", "k", "v"}), ElementsAre("set k"));
  interests_.new_keys = true;
  EXPECT_THAT(run({"set", "k", "w"}), ElementsAre("set k"));
  EXPECT_THAT(run({"set", "l", "v", "ex", "100"}), ElementsAre("new l", "set l", "expire l"));
  EXPECT_THAT(run({"mset", "k", "v", "m", "v"}), ElementsAre("set k", "new m", "set m"));
  EXPECT_THAT(run({"hset", "h", "f", "v"}), ElementsAre("new h", "hset h"));
  EXPECT_THAT(run({"hset", "h", "g", "v"}), ElementsAre("hset h"));
  EXPECT_THAT(run({"copy", "k", "c"}), ElementsAre("new c", "copy_to c"));
  EXPECT_THAT(run({"rename", "k", "c"}), ElementsAre("new c", "rename_from k", "rename_to c"));
  EXPECT_THAT(run({"xadd", "s", "maxlen", "0", "1-0", "f", "v"}),
              ElementsAre("new s", "xadd s", "xtrim s"));
  EXPECT_THAT(run({"bitfield", "b", "overflow", "fail", "incrby", "u4", "#0", "-34"}),
              ElementsAre("new b"));
  EXPECT_THAT(run({"bitfield", "b", "overflow", "fail", "incrby", "u4", "#9", "-34"}), IsEmpty());
  EXPECT_THAT(run({"del", "c"}), ElementsAre("del c"));
  run({"multi"});
  run({"set", "k", "v"});
  run({"append", "k", "v"});
  EXPECT_THAT(run({"exec"}), ElementsAre("new k", "set k", "append k"));
  expire({"set", "e", "v"});
  EXPECT_THAT(run({"incr", "e"}), ElementsAre("expired e", "new e", "incrby e"));
}

TEST_P(KeyEvents, TellWhoAwaitsAKeyThatItIsNew) {
  run({"zadd", "z", "1", "m"});
  EXPECT_THAT(run({"zunionstore", "other", "1", "z"}), ElementsAre("zunionstore other"));
  EXPECT_THAT(run({"zunionstore", "awaited", "1", "z"}),
              ElementsAre("new awaited", "zunionstore awaited"));
  EXPECT_THAT(run({"zadd", "awaited", "1", "n"}), ElementsAre("zadd awaited"));
  EXPECT_THAT(run({"set", "awaited", "v"}), ElementsAre("set awaited"));
  EXPECT_THAT(run({"zunionstore", "awaited", "1", "z"}), ElementsAre("zunionstore awaited"));
  EXPECT_THAT(run({"copy", "z", "awaited", "replace"}),
              ElementsAre("new awaited", "copy_to awaited"));
  expire({"set", "awaited", "v"});
  EXPECT_THAT(run({"zunionstore", "awaited", "1", "z"}),
              ElementsAre("expired awaited", "new awaited", "zunionstore awaited"));
}

TEST_P(KeyEvents, TellOfKeysThatAreMissedWhereSomebodyWantsToKnow) {
  run({"set", "k", "v"});
  EXPECT_THAT(run({"get", "n"}), IsEmpty());
  interests_.misses = true;
  EXPECT_THAT(run({"get", "n"}), ElementsAre("keymiss n"));
  EXPECT_THAT(run({"get", "k"}), IsEmpty());
  EXPECT_THAT(run({"mget", "k", "n", "m"}), ElementsAre("keymiss n", "keymiss m"));
  EXPECT_THAT(run({"append", "n", "v"}), ElementsAre("append n"));
  EXPECT_THAT(run({"getset", "m", "v"}), ElementsAre("keymiss m", "set m"));
  EXPECT_THAT(run({"sinterstore", "k", "o", "p"}), ElementsAre("keymiss o", "keymiss p", "del k"));
  expire({"set", "e", "v"});
  EXPECT_THAT(run({"get", "e"}), ElementsAre("keymiss e"));
  run({"multi"});
  run({"get", "o"});
  EXPECT_THAT(run({"exec"}), ElementsAre("keymiss o"));
}

TEST_P(KeyEvents, TellNotOfKeysThatThoseMissWhoAreWoken) {
  interests_.misses = true;
  const auto woken = [this](const std::vector<BytesView>& words) {
    told_.clear();
    session_.execute_woken(words);
    return told_;
  };
  run({"xadd", "s", "1-1", "f", "v"});
  session_.take_lookups();
  EXPECT_THAT(woken({"xread", "block", "0", "streams", "n", "0-0"}), IsEmpty());
  EXPECT_THAT(woken({"xread", "block", "0", "streams", "s", "0-0"}), IsEmpty());
  EXPECT_THAT(woken({"xreadgroup", "group", "g", "c", "block", "0", "streams", "n", ">"}),
              IsEmpty());
  EXPECT_THAT(woken({"blpop", "n", "0"}), IsEmpty());
  const keyspace::Lookups lookups = session_.take_lookups();
  EXPECT_EQ(lookups.hits + lookups.misses, 0);
}

TEST_P(KeyEvents, TellNotOfKeysThatOBJECTMisses) {
  interests_.misses = true;
  for (const char* subcommand : {"encoding", "freq", "idletime", "refcount"}) {
    session_.take_lookups();
    EXPECT_THAT(run({"object", subcommand, "n"}), IsEmpty()) << subcommand;
    EXPECT_EQ(session_.take_lookups().misses, 1) << subcommand;
  }
}

TEST_P(KeyEvents, OfACommandThatFailsAreTheKeysThatItMissed) {
  interests_ = {.ends = true, .new_keys = true, .misses = true};
  run({"rpush", "l", "a"});
  EXPECT_THAT(run({"xinfo", "stream", "n"}), ElementsAre("keymiss n"));
  EXPECT_THAT(run({"xreadgroup", "group", "g", "c", "streams", "n", ">"}),
              ElementsAre("keymiss n"));
  EXPECT_THAT(run({"xautoclaim", "n", "g", "c", "abc", "0"}), ElementsAre("keymiss n"));
  EXPECT_THAT(run({"lcs", "n", "l"}), ElementsAre("keymiss n"));
  EXPECT_THAT(run({"lcs", "l", "n"}), ElementsAre("keymiss n"));
  EXPECT_THAT(run({"lpos", "l"}), IsEmpty());
  EXPECT_THAT(run({"zunionstore", "d", "2", "n", "l"}), ElementsAre("keymiss n"));
  run({"multi"});
  run({"xpending", "n", "g"});
  run({"rpush", "l", "b"});
  EXPECT_THAT(run({"exec"}), ElementsAre("keymiss n", "rpush l"));
  EXPECT_THAT(run({"eval", "redis.pcall('xpending', KEYS[1], 'g')", "1", "n"}),
              ElementsAre("keymiss n"));
  EXPECT_THAT(run({"eval", "redis.call('xpending', KEYS[1], 'g')", "1", "n"}),
              ElementsAre("keymiss n"));
}

// Of what a command writes nobody has asked whether it is there.
TEST_P(KeyEvents, CountLookupsOfWhatIsReadToBeWritten) {
  using Lookups = std::pair<int64_t, int64_t>;
  const auto lookups_of = [this](std::initializer_list<BytesView> words) {
    session_.take_lookups();
    run(words);
    const keyspace::Lookups counted = session_.take_lookups();
    return Lookups(counted.hits, counted.misses);
  };
  run({"mset", "k", "v", "l", "w"});
  EXPECT_EQ(lookups_of({"set", "k", "v"}), Lookups(0, 0));
  EXPECT_EQ(lookups_of({"lcs", "k", "l"}), Lookups(2, 0));
  EXPECT_EQ(lookups_of({"set", "k", "v", "get", "xx"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"getset", "none", "v"}), Lookups(0, 1));
  EXPECT_EQ(lookups_of({"getex", "k"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"getdel", "k"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"copy", "l", "m"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"bitop", "or", "d", "l", "gone"}), Lookups(1, 1));
  EXPECT_EQ(lookups_of({"bitfield", "l", "get", "u8", "0"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"bitfield", "l", "set", "u8", "0", "1"}), Lookups(0, 0));
  EXPECT_EQ(lookups_of({"pfmerge", "p", "q"}), Lookups(0, 2));
  EXPECT_EQ(lookups_of({"sadd", "s", "1", "2"}), Lookups(0, 0));
  EXPECT_EQ(lookups_of({"sunionstore", "t", "s", "gone"}), Lookups(1, 1));
  EXPECT_EQ(lookups_of({"sort", "s", "by", "w_*", "store", "t"}), Lookups(1, 2));
  EXPECT_EQ(lookups_of({"zadd", "z", "1", "a"}), Lookups(0, 0));
  EXPECT_EQ(lookups_of({"zunionstore", "y", "2", "z", "gone"}), Lookups(1, 1));
  EXPECT_EQ(lookups_of({"zrangestore", "y", "z", "0", "-1"}), Lookups(1, 0));
  EXPECT_EQ(
      lookups_of({"geosearchstore", "y", "gone", "fromlonlat", "1", "1", "byradius", "1", "m"}),
      Lookups(0, 1));
  EXPECT_EQ(lookups_of({"xgroup", "create", "x", "g", "0", "mkstream"}), Lookups(0, 0));
  EXPECT_EQ(lookups_of({"xreadgroup", "group", "g", "c", "streams", "x", ">"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"xack", "x", "g", "1-1"}), Lookups(1, 0));
  EXPECT_EQ(lookups_of({"xautoclaim", "x", "g", "c", "0", "0"}), Lookups(1, 0));
}

// That one is there which is of another type.
TEST_P(KeyEvents, CountLookupsOfTheWrongTypeAsHits) {
  run({"set", "k", "v"});
  run({"llen", "k"});
  run({"llen", "n"});
  const keyspace::Lookups lookups = session_.take_lookups();
  EXPECT_EQ(lookups.hits, 1);
  EXPECT_EQ(lookups.misses, 1);
}

TEST_P(KeyEvents, OfStreamsAreThoseOfRedis) {
  EXPECT_THAT(run({"xadd", "s", "maxlen", "1", "1-0", "f", "v"}), ElementsAre("xadd s"));
  EXPECT_THAT(run({"xadd", "s", "maxlen", "1", "2-0", "f", "v"}), ElementsAre("xadd s", "xtrim s"));
  EXPECT_THAT(run({"xgroup", "create", "s", "g", "0"}), ElementsAre("xgroup-create s"));
  EXPECT_THAT(run({"xreadgroup", "group", "g", "c", "streams", "s", ">"}),
              ElementsAre("xgroup-createconsumer s"));
  EXPECT_THAT(run({"xreadgroup", "group", "g", "c", "streams", "s", "0"}), IsEmpty());
  EXPECT_THAT(run({"xclaim", "s", "g", "d", "0", "2-0"}), ElementsAre("xgroup-createconsumer s"));
  EXPECT_THAT(run({"xack", "s", "g", "2-0"}), IsEmpty());
  EXPECT_THAT(run({"xgroup", "setid", "s", "g", "0"}), ElementsAre("xgroup-setid s"));
  EXPECT_THAT(run({"xgroup", "delconsumer", "s", "g", "c"}), ElementsAre("xgroup-delconsumer s"));
  EXPECT_THAT(run({"xgroup", "destroy", "s", "g"}), ElementsAre("xgroup-destroy s"));
  EXPECT_THAT(run({"xdel", "s", "2-0"}), ElementsAre("xdel s"));
  EXPECT_THAT(run({"xsetid", "s", "9-0"}), ElementsAre("xsetid s"));
  EXPECT_THAT(run({"xtrim", "s", "maxlen", "0"}), IsEmpty());
}

TEST_P(KeyEvents, OfGroupsAreNoChangeForWhoWatchesTheStream) {
  run({"xadd", "s", "1-0", "f", "v"});
  run({"watch", "s"});
  run({"xgroup", "create", "s", "g", "0"});
  run({"xreadgroup", "group", "g", "c", "streams", "s", ">"});
  run({"multi"});
  run({"set", "k", "v"});
  EXPECT_THAT(run({"exec"}), ElementsAre("set k"));
  run({"watch", "s"});
  run({"xadd", "s", "*", "f", "v"});
  run({"multi"});
  run({"set", "k", "v"});
  EXPECT_THAT(run({"exec"}), IsEmpty());
}

TEST_P(KeyEvents, TellOfTheTimeThatAStringIsGiven) {
  EXPECT_THAT(run({"set", "k", "v", "ex", "100"}), ElementsAre("set k", "expire k"));
  EXPECT_THAT(run({"set", "k", "v", "keepttl"}), ElementsAre("set k"));
  EXPECT_THAT(run({"setex", "k", "100", "v"}), ElementsAre("set k", "expire k"));
  EXPECT_THAT(run({"psetex", "k", "100", "v"}), ElementsAre("set k", "expire k"));
  EXPECT_THAT(run({"getex", "k", "persist"}), ElementsAre("persist k"));
}

// It goes when the sweep meets it, and is told of then.
TEST_P(KeyEvents, OfAStringThatIsSetWithATimeThatIsOverAreThoseOfAnyOther) {
  for (const bool has_interest : {false, true}) {
    interests_.new_keys = has_interest;
    run({"set", "k", "v"});
    EXPECT_THAT(run({"set", "k", "v", "pxat", "1000"}), ElementsAre("set k", "expire k"));
    EXPECT_EQ(run({"set", "k", "v", "exat", "2"}).front(), "expired k");
    EXPECT_THAT(run({"exists", "k"}), IsEmpty());
    run({"set", "k", "v"});
    EXPECT_THAT(run({"del", "k"}), ElementsAre("del k"));
  }
  EXPECT_THAT(run({"set", "k", "v", "pxat", "1000"}), ElementsAre("new k", "set k", "expire k"));
  EXPECT_THAT(run({"set", "k", "v", "pxat", "1000"}),
              ElementsAre("expired k", "new k", "set k", "expire k"));
}

// A key that has expired is told of as such when another takes its place, before that is.
TEST_P(KeyEvents, OfExpiryComeBeforeWhatTakesThePlaceOfTheKey) {
  expire({"set", "k", "v"});
  EXPECT_THAT(run({"set", "k", "v"}), ElementsAre("expired k", "set k"));
  EXPECT_THAT(run({"set", "k", "w"}), ElementsAre("set k"));
  expire({"rpush", "l", "v"});
  EXPECT_THAT(run({"sadd", "l", "v"}), ElementsAre("expired l", "sadd l"));
  expire({"hset", "h", "f", "v"});
  EXPECT_THAT(run({"rename", "k", "h"}), ElementsAre("expired h", "rename_from k", "rename_to h"));
}

TEST_P(KeyEvents, OfExpiryAreNoneWhereTheKeyStays) {
  expire({"set", "k", "v"});
  EXPECT_THAT(run({"get", "k"}), IsEmpty());
  EXPECT_THAT(run({"append", "other", "v"}), ElementsAre("append other"));
}

TEST_P(KeyEvents, OfExpiryAreNoChangeForWhoWatchesAKeyThatIsNotThere) {
  expire({"set", "k", "v"});
  run({"watch", "k"});
  EXPECT_THAT(run({"flushall"}), IsEmpty());
  run({"multi"});
  run({"set", "other", "v"});
  EXPECT_THAT(run({"exec"}), ElementsAre("set other"));
  expire({"set", "k", "v"});
  run({"watch", "k"});
  run({"del", "k"});
  run({"multi"});
  run({"set", "other", "w"});
  EXPECT_THAT(run({"exec"}), ElementsAre("set other"));
}

TEST_P(KeyEvents, OfExpiryComeInTransactionsToo) {
  expire({"set", "k", "v"});
  run({"multi"});
  run({"get", "k"});
  run({"incr", "k"});
  run({"incr", "k"});
  EXPECT_THAT(run({"exec"}), ElementsAre("expired k", "incrby k", "incrby k"));
}

INSTANTIATE_TEST_SUITE_P(Families, KeyEvents,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb),
                         [](const auto& family) {
                           return family.param == EncodingFamily::kArdb ? "ardb" : "camellia";
                         });

}  // namespace
}  // namespace keemun::session
