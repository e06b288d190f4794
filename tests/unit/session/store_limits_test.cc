// What is refused before anything is written: stores that do not fit their configuration, and keys,
// values and commands beyond what a store takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"
#include "format/key_version.h"
#include "format/store_records.h"
#include "keyspace/unit/pending_store.h"
#include "session/core.h"
#include "session/open_store.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::KeyLayout;
using format::LayoutKind;
using testing::HasSubstr;

using format::EncodingFamily;

Bytes refusal(sim::SimKv& kv, const std::vector<KeyLayout>& databases,
              const std::vector<EncodingFamily>& families = {}) {
  const sim::RowMap before = kv.rows();
  try {
    session::open_store(kv, databases, families);
  } catch (const CommandError& error) {
    EXPECT_EQ(kv.rows(), before);
    return error.text();
  }
  return "";
}

TEST(OpenStore, TakesWhatItHasMadeAndNewNamespacesBesideIt) {
  sim::SimKv kv;
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "db0"}, {LayoutKind::kMd5, "db1"}}), "");
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "db0"}, {LayoutKind::kMd5, "db1"}}), "");
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "db2"}}), "");
}

TEST(OpenStore, RefusesNamespacesThatBeginWithOneAnother) {
  sim::SimKv kv;
  EXPECT_NE(refusal(kv, {{LayoutKind::kPlain, "a"}, {LayoutKind::kPlain, "ab"}}), "");
  EXPECT_NE(refusal(kv, {{LayoutKind::kPlain, "a"}, {LayoutKind::kPlain, "a"}}), "");
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "ab"}}), "");
  // One that the store holds, though it is configured no more.
  EXPECT_NE(refusal(kv, {{LayoutKind::kPlain, "a"}}), "");
}

TEST(Versions, ThatAreUsedUpLeaveKeysToBeReadAndTakenAway) {
  sim::SimKv kv;
  sim::SimClock clock(1'700'000'000'000);
  sim::SimRandom random(1);
  session::CoreSettings settings;
  settings.databases.emplace_back(LayoutKind::kPlain, "db0");
  const auto ask = [](session::Session& session, std::vector<BytesView> words) {
    return resp::to_transcript(session.execute(words));
  };
  {
    session::Core core(kv, clock, random, settings);
    session::Session session(core);
    EXPECT_EQ(ask(session, {"HSET", "h", "f", "v"}), "(integer) 1");
  }
  ports::WriteBatch all;
  all.writes.push_back({format::version_reservation_key(settings.issuer),
                        format::encode_version_reservation(format::KeyVersionIssuer::kEndMs),
                        false});
  kv.commit(all);
  session::Core core(kv, clock, random, settings);
  session::Session session(core);
  EXPECT_THAT(ask(session, {"HSET", "other", "f", "v"}), HasSubstr("no versions of keys are left"));
  EXPECT_EQ(ask(session, {"HSET", "h", "g", "v"}), "(integer) 1");
  EXPECT_THAT(ask(session, {"SET", "s", "v"}), HasSubstr("no versions of keys are left"));
  EXPECT_EQ(ask(session, {"HGET", "h", "f"}), "\"v\"");
  EXPECT_EQ(ask(session, {"DEL", "h"}), "(integer) 1");
}

TEST(OpenStore, RefusesAnotherLayoutThanTheNamespaceWasMadeWith) {
  sim::SimKv kv;
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "db0"}}), "");
  EXPECT_THAT(refusal(kv, {{LayoutKind::kSlot, "db0"}}), HasSubstr("'db0'"));
}

TEST(OpenStore, RefusesARecordThatDoesNotDecode) {
  sim::SimKv kv;
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "db0"}}), "");
  for (auto& [key, value] : kv.rows()) value += "x";
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, "db0"}}), HasSubstr("does not decode"));
}

TEST(OpenStore, RefusesAnotherFamilyThanTheNamespaceWasMadeWith) {
  sim::SimKv kv;
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "a"}}, {EncodingFamily::kArdb}), "");
  EXPECT_EQ(refusal(kv, {{LayoutKind::kSlot, "a"}}, {EncodingFamily::kArdb}), "");
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, "a"}}), HasSubstr("'a'"));
}

TEST(OpenStore, TakesNamespacesOfTheArdbFamilyThatBeginWithOneAnother) {
  sim::SimKv kv;
  const std::vector<EncodingFamily> ardb(3, EncodingFamily::kArdb);
  EXPECT_EQ(
      refusal(kv, {{LayoutKind::kPlain, "a"}, {LayoutKind::kPlain, "ab"}, {LayoutKind::kPlain, ""}},
              ardb),
      "");
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "abc"}}), "");
}

TEST(OpenStore, RefusesNamesThatTheArdbFamilyCannotHave) {
  sim::SimKv kv;
  const std::vector<EncodingFamily> mixed = {EncodingFamily::kArdb, EncodingFamily::kCamellia};
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, "__TTL_DB__"}}, mixed), HasSubstr("expiry"));
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, Bytes(513, 'n')}}, mixed), HasSubstr("512"));
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, "a"}, {LayoutKind::kPlain, "a"}}, mixed),
              HasSubstr("two databases"));
}

TEST(OpenStore, RefusesTheArdbFamilyWhereBatchesAreNotAtomic) {
  sim::SimKv kv(*sim::KvProfile::named("tikv_raw"));
  EXPECT_THAT(refusal(kv, {{LayoutKind::kPlain, "a"}}, {EncodingFamily::kArdb}),
              HasSubstr("batches are atomic"));
  EXPECT_EQ(refusal(kv, {{LayoutKind::kPlain, "a"}}), "");
}

// Takes little.
class SmallStore final : public sim::KvFront {
 public:
  static constexpr size_t kKeyBytesMax = 64;
  static constexpr size_t kValueBytesMax = 100;
  static constexpr size_t kBatchBytesMax = 1000;

  SmallStore() : KvFront(below) {}

  ports::Capabilities capabilities() const override {
    ports::Capabilities capabilities = below.capabilities();
    capabilities.key_bytes_max = kKeyBytesMax;
    capabilities.value_bytes_max = kValueBytesMax;
    capabilities.batch_bytes_max = kBatchBytesMax;
    return capabilities;
  }
  std::optional<Bytes> get(BytesView key) override {
    if (is_broken) throw ports::StoreError(ports::StoreError::Kind::kUnavailable, "broken");
    return below.get(key);
  }
  void commit(const ports::WriteBatch& batch) override {
    if (batch.byte_count() > kBatchBytesMax) {
      throw ports::StoreError(ports::StoreError::Kind::kTooLarge, "batch is too large");
    }
    below.commit(batch);
  }

  sim::SimKv below;
  bool is_broken = false;
};

class StoreLimits : public testing::Test {
 protected:
  StoreLimits()
      : clock_(1'700'000'000'000),
        random_(1),
        core_(store_, clock_, random_, settings()),
        session_(core_) {}

  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(LayoutKind::kPlain, "a");
    return settings;
  }

  Bytes run(const std::vector<Bytes>& args) {
    return resp::to_transcript(session_.execute(std::vector<BytesView>(args.begin(), args.end())));
  }
  // Refused with these words, and nothing but a reservation of versions was written.
  void expect_refusal(const std::vector<Bytes>& args, const char* words) {
    sim::RowMap before = store_.below.rows();
    EXPECT_THAT(run(args), HasSubstr(words)) << args[0];
    for (const auto& [key, value] : store_.below.rows()) {
      if (!key.starts_with("x#v")) {
        EXPECT_TRUE(before.contains(key) && before[key] == value) << args[0];
      }
    }
  }

  SmallStore store_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

TEST_F(StoreLimits, ValueThatIsTooLargeIsRefused) {
  const Bytes large(101, 'v');
  run({"set", "s", "small"});
  run({"rpush", "l", "small"});
  expect_refusal({"set", "s", large}, "(error) ERR value is larger than the store takes");
  expect_refusal({"append", "s", large}, "ERR value is larger");
  expect_refusal({"mset", "other", "x", "s", large}, "ERR value is larger");
  expect_refusal({"hset", "h", "small", "x", "f", large}, "ERR value is larger");
  expect_refusal({"lset", "l", "0", large}, "ERR value is larger");
  expect_refusal({"rpush", "l", "x", large}, "ERR value is larger");
  EXPECT_EQ(run({"get", "s"}), "\"small\"");
  EXPECT_EQ(run({"llen", "l"}), "(integer) 1");
  EXPECT_EQ(run({"exists", "h", "other"}), "(integer) 0");
}

TEST_F(StoreLimits, RowThatIsWrittenAgainCountsOnce) {
  run({"multi"});
  for (int i = 0; i < 20; ++i) run({"set", "a", Bytes(80, 'v')});
  EXPECT_THAT(run({"exec"}), testing::Not(HasSubstr("error")));
  EXPECT_EQ(run({"strlen", "a"}), "(integer) 80");
}

TEST_F(StoreLimits, KeyOrMemberThatIsTooLargeIsRefused) {
  const Bytes large(65, 'k');
  expect_refusal({"set", large, "v"}, "(error) ERR key is larger than the store takes");
  expect_refusal({"sadd", "s", "small", large}, "ERR key is larger");
  expect_refusal({"zadd", "z", "1", large}, "ERR key is larger");
  expect_refusal({"hset", "h", large, "v"}, "ERR key is larger");
  EXPECT_EQ(run({"exists", "s", "z", "h"}), "(integer) 0");
}

TEST_F(StoreLimits, CommandThatWritesTooMuchIsRefusedAndSoIsATransaction) {
  std::vector<Bytes> sadd = {"sadd", "s"};
  for (char c = 'a'; c <= 'z'; ++c) sadd.emplace_back(30, c);
  expect_refusal(sadd, "ERR command writes more than the store takes at once");
  run({"multi"});
  for (char c = 'a'; c <= 'l'; ++c) run({"set", Bytes(1, c), Bytes(80, 'v')});
  expect_refusal({"exec"}, "ERR command writes more than the store takes at once");
  EXPECT_EQ(run({"dbsize"}), "(integer) 0");
}

// Its neighbours in the group must not pay for it.
TEST_F(StoreLimits, WhatOthersHavePendingIsNoCommandsToUse) {
  constexpr size_t kOthersBytes = 100;
  const keyspace::PendingStore group(store_, {}, kOthersBytes);
  EXPECT_EQ(group.capabilities().batch_bytes_max, SmallStore::kBatchBytesMax - kOthersBytes);
}

TEST_F(StoreLimits, StoreThatFailsTwiceIsAskedAgain) {
  run({"set", "k", "v"});
  store_.is_broken = true;
  core_.start_over();
  EXPECT_THAT(run({"get", "k"}), HasSubstr("store unavailable"));
  store_.is_broken = false;
  EXPECT_EQ(run({"get", "k"}), "\"v\"");
}

}  // namespace
}  // namespace keemun
