// `keemun check` and `keemun inspect` on what a server left: sound, in use, and damaged by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "format/key_layout.h"
#include "format/key_meta.h"
#include "format/store_records.h"
#include "rocks/rocks_store.h"
#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::Not;

class Checked : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start({"--key-layout", GetParam()})) << server_.output();
    RawClient client(server_.socket_path());
    client.ask({"SET", "s", "text"});
    client.ask({"SET", "passing", "text", "EX", "1000"});
    client.ask({"HSET", "h", "f1", "v1", "f2", "v2"});
    client.ask({"ZADD", "z", "1.5", "one", "-2", "two"});
    client.ask({"RPUSH", "l", "a", "b"});
    client.ask({"SADD", "t", "x"});
    client.ask({"SELECT", "3"});
    client.ask({"SADD", "other", "y"});
    server_.signal(SIGTERM);
    ASSERT_EQ(server_.wait(), 0);
  }

  static format::KeyLayout layout() {
    const BytesView name = GetParam();
    const auto kind = name == "slot"  ? format::LayoutKind::kSlot
                      : name == "md5" ? format::LayoutKind::kMd5
                                      : format::LayoutKind::kPlain;
    return format::KeyLayout(kind, "k0000");
  }

  // Writes past every rule.
  void damage(const ports::WriteBatch& batch) {
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    rocks::RocksStore(options).commit(batch);
  }

  Ended check() { return run_keemun("check " + server_.store_path()); }
  Ended inspect(const Bytes& arguments = "") {
    return run_keemun("inspect " + server_.store_path() + " " + arguments);
  }

  KeemunProcess server_;
};

std::map<Bytes, std::filesystem::file_time_type> files_of(const Bytes& dir) {
  std::map<Bytes, std::filesystem::file_time_type> files;
  for (const auto& entry : std::filesystem::directory_iterator(dir)) {
    files[entry.path().filename().string()] = entry.last_write_time();
  }
  return files;
}

TEST_P(Checked, IsSoundAndNoFileChanges) {
  const auto before = files_of(server_.store_path());
  const Ended ended = check();
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("namespace k0000 (" + Bytes(GetParam()) +
                                    "): 6 keys, 0 expired; rows: 6 metas, 7 sub rows, "
                                    "2 score rows, 0 index rows, 0 of them garbage"));
  EXPECT_THAT(ended.said, HasSubstr("namespace k0003"));
  EXPECT_THAT(ended.said, HasSubstr("\n0 problems\n"));
  EXPECT_EQ(inspect().status, 0);
  EXPECT_EQ(files_of(server_.store_path()), before);
}

TEST_P(Checked, TakesEveryNegativeExpiryForNone) {
  Bytes meta;
  {
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    meta = *rocks::RocksStore(options).get(layout().meta_key("s"));
  }
  constexpr size_t kExpiryAt = 10;
  meta.replace(kExpiryAt, 8, Bytes(7, '\xff') + "\xfb");
  ports::WriteBatch batch;
  batch.writes.push_back({layout().meta_key("s"), meta, false});
  damage(batch);
  const Ended ended = check();
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(inspect("--key s").said, HasSubstr("stays, 4 bytes"));
}

TEST_P(Checked, ShowsKeysAndTheirRows) {
  const Ended keys = inspect();
  EXPECT_THAT(keys.said, HasSubstr("k0000 s: string 0, version "));
  EXPECT_THAT(keys.said, HasSubstr("stays, 4 bytes, 0 rows"));
  EXPECT_THAT(keys.said, HasSubstr("k0000 passing: string 0, version "));
  EXPECT_THAT(keys.said, HasSubstr(", expires 20"));
  EXPECT_THAT(keys.said, HasSubstr("stays, counts 2, 4 rows"));
  EXPECT_THAT(keys.said, HasSubstr("k0003 other: set 0, "));
  const Ended hash = inspect("--key h --rows");
  EXPECT_THAT(hash.said, HasSubstr("k0000 h: hash 0, version "));
  EXPECT_THAT(hash.said, HasSubstr("\n  s# f1 = v1\n  s# f2 = v2\n"));
  EXPECT_THAT(hash.said, Not(HasSubstr("zset")));
  EXPECT_THAT(inspect("--key z --rows").said, HasSubstr("\n  k# -2 two\n  k# 1.5 one\n"));
  EXPECT_THAT(inspect("--key l --rows").said, HasSubstr("s# 1 = b\n"));
  const Ended other = inspect("--namespace k0003");
  EXPECT_THAT(other.said, HasSubstr("other"));
  EXPECT_THAT(other.said, Not(HasSubstr("k0000")));
}

TEST_P(Checked, FindsOneKeyHoweverItsNameIsTypedAndSaysWhereThereIsNone) {
  EXPECT_EQ(inspect("--key h").status, 0);
  EXPECT_THAT(inspect("--key '\"\\x68\"'").said, HasSubstr("k0000 h: hash 0"));
  EXPECT_EQ(inspect("--namespace '\"k0003\"'").status, 0);
  const Ended none = inspect("--key nobody");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.said, HasSubstr("there is no such key"));
  EXPECT_THAT(inspect("--namespace nowhere").said, HasSubstr("there is no such namespace"));
  EXPECT_EQ(inspect("--key '\"half'").status, 2);
  EXPECT_EQ(inspect("--keys -1").status, 2);
}

TEST_P(Checked, IsToldOfInTheLogWhereARequestMeetsDamage) {
  ports::WriteBatch batch;
  batch.writes.push_back({layout().meta_key("s"), "no meta", false});
  damage(batch);
  ASSERT_TRUE(server_.start({"--key-layout", GetParam()})) << server_.output();
  const Bytes error = "ERR corrupt key 's': meta row of 7 bytes is too short";
  RawClient client(server_.socket_path());
  EXPECT_EQ(client.ask({"GET", "s"}), "(error) " + error);
  EXPECT_EQ(client.ask({"HLEN", "h"}), "(integer) 2");
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  EXPECT_THAT(server_.output(), HasSubstr("# A request has met damage: " + error));
}

TEST_P(Checked, SaysWhichDatabasesHaveChangedPlaces) {
  EXPECT_THAT(check().said, Not(HasSubstr("SWAPDB")));
  ASSERT_TRUE(server_.start({"--key-layout", GetParam()})) << server_.output();
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"SWAPDB", "0", "3"}), "OK");
  server_.signal(SIGTERM);
  ASSERT_EQ(server_.wait(), 0);
  const BytesView swapped =
      "after SWAPDB: database 0 is namespace number 3, database 3 is namespace number 0\n";
  EXPECT_THAT(check().said, HasSubstr(swapped));
  EXPECT_THAT(inspect().said, HasSubstr(swapped));
}

TEST_P(Checked, GoesOnBehindTheRecordOfAnotherFamily) {
  rocks::RocksOptions options;
  options.dir = server_.store_path();
  Bytes record = *rocks::RocksStore(options).get(format::namespace_record_key("k0005"));
  constexpr size_t kFamilyAt = 1;
  record[kFamilyAt] = 3;
  ports::WriteBatch batch;
  batch.writes.push_back({format::namespace_record_key("k0005"), record, false});
  batch.writes.push_back({format::function_library_key("empty"), "\x01", false});
  damage(batch);
  const Ended ended = check();
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.said, HasSubstr("namespace k0005 is of a family that is not read\n"));
  EXPECT_THAT(ended.said, HasSubstr("record x#fempty does not decode\n"));
  EXPECT_THAT(ended.said, HasSubstr("namespace k0003"));
  EXPECT_THAT(ended.said, HasSubstr("\n2 problems\n"));
  EXPECT_EQ(inspect().status, 0);
}

TEST_P(Checked, FailsWhereItCannotSayWhatItFound) {
  EXPECT_EQ(run_keemun("check " + server_.store_path() + " > /dev/full").status, 2);
  EXPECT_EQ(run_keemun("inspect " + server_.store_path() + " > /dev/full").status, 2);
}

TEST_P(Checked, TellsWhatIsMissingWhatDoesNotDecodeAndWhatIsNobodys) {
  ports::WriteBatch batch;
  Bytes hash_meta;
  {
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    hash_meta = *rocks::RocksStore(options).get(layout().meta_key("h"));
  }
  const auto version = format::decode_key_meta(hash_meta)->version;
  batch.writes.push_back({layout().generation("h", version).sub_key("f1"), "", true});
  batch.writes.push_back({layout().meta_key("s"), "rubbish", false});
  batch.writes.push_back({"m#nobody", "v", false});
  batch.writes.push_back({"x#n", "v", false});
  damage(batch);
  const Ended ended = check();
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("key h of namespace k0000: the meta counts 2 of 1"));
  EXPECT_THAT(ended.said, HasSubstr("key s of namespace k0000: row is too short"));
  EXPECT_THAT(ended.said, HasSubstr("row m#nobody"));
  EXPECT_THAT(ended.said, HasSubstr("record x#n does not decode"));
  EXPECT_THAT(run_keemun("check --problems 1 " + server_.store_path()).said,
              Not(HasSubstr("key s of")));
  EXPECT_THAT(inspect().said, HasSubstr("k0000 s: wrong: "));
}

// What a reader calls corrupt is told, not counted as garbage: nobody collects it.
TEST_P(Checked, TellsRowsThatNoReaderTakes) {
  const format::KeyVersion version(int64_t{1'700'000'000'000} << 20);
  const format::KeyGeneration gone = layout().generation("gone", version);
  Bytes of_no_version = layout().generation("never", version).sub_key("f");
  of_no_version[of_no_version.size() - 9] = '\xff';  // the first byte of the version
  const Bytes no_number(8, '\x7f');
  format::KeyMeta list;
  list.encoding = format::Encoding::kList;
  list.version = version;
  list.count = 1;
  Bytes far = format::encode_key_meta(list);
  far.replace(format::KeyMeta::kHeaderBytes, 8, "\x7f" + Bytes(7, '\xff'));
  format::KeyMeta hash;
  hash.encoding = format::Encoding::kHashCounted;
  hash.version = version;
  hash.count = 1;
  const format::KeyGeneration of_hash = layout().generation("odd", version);
  ports::WriteBatch batch;
  batch.writes.push_back({gone.score_prefix() + no_number.substr(0, 3), "", false});
  batch.writes.push_back({gone.index_prefix() + "abc", "member", false});
  batch.writes.push_back({of_no_version, "v", false});
  batch.writes.push_back({layout().meta_key("far"), far, false});
  batch.writes.push_back({layout().meta_key("odd"), format::encode_key_meta(hash), false});
  batch.writes.push_back({of_hash.sub_key("f"), "v", false});
  batch.writes.push_back({of_hash.index_prefix() + "\x01" + Bytes(16, 'i'), "m", false});
  batch.writes.push_back({format::version_reservation_key(format::IssuerNumber(0)) + "x",
                          format::encode_version_reservation(1), false});
  batch.writes.push_back(
      {format::namespace_record_key("k000"), format::encode_namespace_record({}), false});
  damage(batch);
  const Bytes told = check().said;
  EXPECT_THAT(told, HasSubstr("a score of another size"));
  EXPECT_THAT(told, HasSubstr("an index that needs no row"));
  EXPECT_THAT(told, HasSubstr("a negative version"));
  EXPECT_THAT(told, HasSubstr("key far of namespace k0000: row counts beyond the last position"));
  EXPECT_THAT(told, HasSubstr("key odd of namespace k0000: has index rows"));
  EXPECT_THAT(told, HasSubstr("record \"x#v\\x00x\" does not decode"));
  EXPECT_THAT(told, HasSubstr("the names of some namespaces begin with one another"));
}

TEST_P(Checked, TellsALayoutThatItsFamilyDoesNotHave) {
  ports::WriteBatch batch;
  batch.writes.push_back(
      {format::namespace_record_key("k0005"),
       format::encode_namespace_record({format::EncodingFamily::kArdb, format::LayoutKind::kMd5}),
       false});
  damage(batch);
  EXPECT_THAT(check().said,
              HasSubstr("namespace k0005 is of the ardb family, which has no layouts"));
}

// A process that trusted such a record would give them once more.
TEST_P(Checked, TellsVersionsThatAreNotReserved) {
  const Bytes record = format::version_reservation_key(format::IssuerNumber(0));
  const BytesView told = "issuer 0 has given versions behind those that its record reserves";
  ports::WriteBatch batch;
  batch.writes.push_back({record, format::encode_version_reservation(1000), false});
  damage(batch);
  EXPECT_EQ(check().status, 1);
  EXPECT_THAT(check().said, HasSubstr(told));
  batch.writes = {{record, "", true}};
  damage(batch);
  EXPECT_THAT(check().said, HasSubstr(told));
}

TEST_P(Checked, CallsWhatNobodyReachesGarbage) {
  ports::WriteBatch batch;
  batch.writes.push_back({layout().meta_key("h"), "", true});
  damage(batch);
  const Ended ended = check();
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said,
              HasSubstr("5 metas, 7 sub rows, 2 score rows, 0 index rows, 2 of them garbage"));
}

TEST_P(Checked, IsNotReadWhileItIsServed) {
  ASSERT_TRUE(server_.start({"--key-layout", GetParam()})) << server_.output();
  const Ended ended = check();
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.said, HasSubstr("in use"));
  EXPECT_EQ(inspect().status, 2);
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"GET", "s"}), "\"text\"");
}

INSTANTIATE_TEST_SUITE_P(Layouts, Checked, testing::Values("plain", "md5", "slot"));

TEST(Check, RefusesWhatIsNoStore) {
  const Bytes dir = testing::TempDir() + "keemun-no-store-" + std::to_string(::getpid());
  EXPECT_EQ(run_keemun("check " + dir).status, 2);
  std::filesystem::create_directory(dir);
  const Ended ended = run_keemun("check " + dir);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.said, HasSubstr("is not a store's directory"));
  EXPECT_TRUE(std::filesystem::is_empty(dir));
  std::filesystem::remove_all(dir);
  const Ended unknown = run_keemun("check " + Bytes(5000, 'x'));
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.said, HasSubstr("File name too long"));
}

}  // namespace
}  // namespace keemun
