// `keemun check` and `keemun inspect` on stores of the ardb family, of both families, and with an
// index of expiry: sound, and damaged by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/expiry_index.h"
#include "format/key_layout.h"
#include "rocks/rocks_store.h"
#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using format::ArdbRows;
using format::ArdbType;
using testing::HasSubstr;
using testing::Not;

class CheckedArdb : public testing::Test {
 protected:
  void SetUp() override {
    serve({"--encoding", "ardb"}, {{"SET", "s", "text"},
                                   {"SET", "passing", "42", "EX", "1000"},
                                   {"HSET", "h", "f1", "v1", "f2", "v2"},
                                   {"ZADD", "z", "1.5", "one", "-2", "two"},
                                   {"RPUSH", "l", "a", "b"},
                                   {"SADD", "t", "x"},
                                   {"SELECT", "3"},
                                   {"SADD", "other", "y"},
                                   {"SELECT", "users: eu"},
                                   {"SET", "named", "v", "EX", "1000"},
                                   {"SELECT", "unused"}});
  }

  void serve(const std::vector<Bytes>& options, const std::vector<std::vector<Bytes>>& requests) {
    ASSERT_TRUE(server_.start(options)) << server_.output();
    {
      RawClient client(server_.socket_path());
      for (const auto& request : requests) {
        EXPECT_THAT(client.ask(request), Not(HasSubstr("(error)"))) << request[0];
      }
    }
    server_.signal(SIGTERM);
    ASSERT_EQ(server_.wait(), 0);
  }

  // Writes past every rule.
  void put(Bytes row, Bytes value) { damage({std::move(row), std::move(value), false}); }
  void erase(Bytes row) { damage({std::move(row), "", true}); }
  void damage(ports::WriteBatch::Write write) {
    ports::WriteBatch batch;
    batch.writes.push_back(std::move(write));
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    rocks::RocksStore(options).commit(batch);
  }
  // The only row of the index of that namespace.
  Bytes indexed(BytesView name) {
    rocks::RocksOptions options;
    options.dir = server_.store_path();
    const format::KeyRange range = format::expiry_rows(name);
    const auto page =
        rocks::RocksStore(options).scan({range.begin, range.end, 9, false, ports::Values::kNone});
    EXPECT_EQ(page.rows.size(), 1u);
    return page.rows.at(0).key;
  }

  static ArdbRows rows(BytesView key) { return ArdbRows("k0000", key); }
  Bytes problems() {
    const Ended ended = run_keemun("check " + server_.store_path());
    EXPECT_EQ(ended.status, 1) << ended.said;
    return ended.said;
  }

  KeemunProcess server_;
};

TEST_F(CheckedArdb, IsSound) {
  const Ended ended = run_keemun("check " + server_.store_path());
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("namespace k0000 (ardb): 6 keys, 0 expired; rows: 6 metas, "
                                    "9 sub rows; 1 rows in the index of expiry, 0 of them stale"));
  EXPECT_THAT(ended.said, HasSubstr("namespace k0003 (ardb): 1 keys"));
  EXPECT_THAT(ended.said,
              HasSubstr("namespace \"users: eu\" (ardb): 1 keys, 0 expired; rows: 1 metas, "
                        "0 sub rows; 1 rows in the index of expiry, 0 of them stale"));
  EXPECT_THAT(ended.said, Not(HasSubstr("unused")));
  EXPECT_THAT(ended.said, HasSubstr("\n0 problems\n"));
}

TEST_F(CheckedArdb, IsSoundWithRowsThatOnlyArdbWrites) {
  const auto put_value = [this](Bytes row, const format::ArdbValue& value) {
    put(std::move(row), format::encode_ardb_value(value));
  };
  put_value(rows("empty").meta_row(), {.type = ArdbType::kZSet});
  put_value(rows("emptied").meta_row(),
            {.type = ArdbType::kHash, .meta = {.size = format::kArdbSizeUnknown}});
  put_value(rows("s").meta_row(), {.type = ArdbType::kString, .elements = {1.5}});
  put_value(rows("h").named_row(ArdbType::kHashField, "f1"),
            {.type = ArdbType::kHashField, .elements = {2.5}});
  put_value(rows("l").meta_row(), {.type = ArdbType::kList,
                                   .meta = {.size = 3, .is_sequential = false},
                                   .elements = {int64_t{0}, 2.0}});
  put_value(rows("l").element_row(2.0), {.type = ArdbType::kListElement, .elements = {3.5}});
  const Ended ended = run_keemun("check " + server_.store_path());
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("(ardb): 7 keys"));
}

TEST_F(CheckedArdb, ShowsKeysAndTheirRows) {
  const Ended all = run_keemun("inspect " + server_.store_path());
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.said, HasSubstr("k0000 s: string, stays, 0 rows\n"));
  EXPECT_THAT(all.said, HasSubstr("k0000 passing: string, expires 20"));
  EXPECT_THAT(all.said, HasSubstr("k0000 z: zset, stays, counts 2, 4 rows\n"));
  EXPECT_THAT(all.said, HasSubstr("k0003 other: set, stays, counts 1, 1 rows\n"));
  EXPECT_THAT(all.said, HasSubstr("\"users: eu\" named: string, expires 20"));
  const Bytes inspect = "inspect --rows " + server_.store_path() + " ";
  EXPECT_EQ(run_keemun(inspect + "--key h").said,
            "k0000 h: hash, stays, counts 2, 2 rows\n  04 f1 = v1\n  04 f2 = v2\n");
  EXPECT_EQ(run_keemun(inspect + "--key z").said,
            "k0000 z: zset, stays, counts 2, 4 rows\n  0A -2 two\n  0A 1.5 one\n"
            "  0B one = 1.5\n  0B two = -2\n");
  EXPECT_THAT(run_keemun(inspect + "--key l").said, HasSubstr("list, stays, counts 2, 2 rows\n"
                                                              "  06 0 = a\n  06 1 = b\n"));
  EXPECT_THAT(run_keemun(inspect + "--key passing").said, HasSubstr("0 rows\n  = 42\n"));
  EXPECT_THAT(run_keemun(inspect + "--namespace k0003").said, Not(HasSubstr("k0000")));
}

TEST_F(CheckedArdb, ShowsStreamsWithTheirIds) {
  serve({"--encoding", "ardb"}, {{"XADD", "x", "7-1", "field", "v"},
                                 {"XGROUP", "CREATE", "x", "g", "0"},
                                 {"XREADGROUP", "GROUP", "g", "c", "STREAMS", "x", ">"}});
  const Bytes said = run_keemun("inspect --rows --key x " + server_.store_path()).said;
  EXPECT_THAT(said, HasSubstr("k0000 x: stream, stays, counts 1, "));
  EXPECT_THAT(said, HasSubstr("\n  fields field\n"));
  EXPECT_THAT(said, HasSubstr("\n  0D 7-1 = "));
  EXPECT_THAT(said, HasSubstr("\n  0E g 7-1 = "));
}

TEST_F(CheckedArdb, TellsRowsWithoutMeta) {
  erase(rows("t").meta_row());
  EXPECT_THAT(problems(), HasSubstr("ardb key 't' of namespace 'k0000': has rows and no meta"));
  EXPECT_THAT(run_keemun("inspect " + server_.store_path()).said, HasSubstr("k0000 t: 1 rows"));
}

TEST_F(CheckedArdb, TellsSizesThatDifferFromRows) {
  erase(rows("h").named_row(ArdbType::kHashField, "f1"));
  EXPECT_THAT(problems(), HasSubstr("ardb key 'h' of namespace 'k0000': counts 2 and has 1 rows"));
}

TEST_F(CheckedArdb, TellsWhatDoesNotDecode) {
  put(rows("h").named_row(ArdbType::kHashField, "f1"), "rubbish");
  put(rows("s").meta_row(), "");
  put(rows("l").element_row(int64_t{0}) + "x", "");
  put("a#rubbish", "v");
  const Bytes told = problems();
  EXPECT_THAT(told, HasSubstr("key h of namespace k0000: ardb row"));
  EXPECT_THAT(told, HasSubstr("key s of namespace k0000: ardb row is too short"));
  EXPECT_THAT(told, HasSubstr("ardb row goes on behind its end"));
  EXPECT_THAT(told, HasSubstr("row a#rubbish: ardb row is too short"));
  EXPECT_THAT(run_keemun("inspect " + server_.store_path()).said, HasSubstr("k0000 s: wrong: "));
}

// What is corrupt for who serves it, and a row that nobody who serves it sees.
TEST_F(CheckedArdb, TellsElementsThatATypeHasNotAndRowsOfNoType) {
  constexpr BytesView kHashWithElements(
      "\x03\x00\x00\x02\x02\x04\x01"
      "a\x04\x01"
      "b",
      11);
  constexpr BytesView kSetWithOneBound(
      "\x07\x00\x00\x02\x01\x04\x01"
      "a",
      8);
  constexpr BytesView kStringOf65Bits(
      "\x02\x00\x00\x01\x02\xff\x80\x80\x80\x80\x80\x80\x80\xf8\x7f", 15);
  put(rows("of hash").meta_row(), Bytes(kHashWithElements));
  put(rows("of set").meta_row(), Bytes(kSetWithOneBound));
  put(rows("of string").meta_row(), Bytes(kStringOf65Bits));
  Bytes of_no_type = rows("s").meta_row();
  *(of_no_type.end() - 2) = '\x81';
  put(of_no_type, "rubbish");
  put(rows("s").meta_row().replace(rows("s").meta_row().size() - 1, 1, BytesView("\x01\x00", 2)),
      "");
  const Bytes told = problems();
  for (const char* name : {"\"of hash\"", "\"of set\""}) {
    EXPECT_THAT(told,
                HasSubstr("key " + Bytes(name) +
                          " of namespace k0000: ardb row has elements that its type has not"));
  }
  EXPECT_THAT(told, HasSubstr("ardb row has a varint of more than 64 bits"));
  EXPECT_THAT(told, HasSubstr("ardb row is of no type"));
  EXPECT_THAT(told, HasSubstr("ardb row is a meta with elements in its key"));
  EXPECT_THAT(told, HasSubstr("\n5 problems\n"));
}

TEST_F(CheckedArdb, TellsRowsOfNobodysNamespace) {
  put(ArdbRows("nobody", "k").meta_row(), "v");
  put(format::expiry_row("nobody", 1, "k"), format::expiry_row_value());
  const Bytes told = problems();
  EXPECT_THAT(told, HasSubstr("it is of no namespace that has a record"));
  EXPECT_THAT(told, HasSubstr("\n2 problems\n"));
}

TEST_F(CheckedArdb, TellsAnIndexOfExpiryThatIsNotWhatTheMetasSay) {
  erase(indexed("k0000"));
  EXPECT_THAT(problems(),
              HasSubstr("key passing of namespace k0000: is not in the index of expiry"));
  put(format::expiry_row("k0000", 7, "s"), format::expiry_row_value());
  EXPECT_THAT(
      problems(),
      HasSubstr("key s of namespace k0000: is in the index of expiry and expires not then"));
  put(format::expiry_row("k0000", 7, "s"), Bytes("\x08\0", 2));
  EXPECT_THAT(problems(), HasSubstr("odd row in its index of expiry"));
}

TEST_F(CheckedArdb, SharesAStoreWithTheOtherFamily) {
  serve({"--namespace", "c", "--expiry-index", "yes"},
        {{"SET", "k", "v", "EX", "1000"}, {"HSET", "h", "f", "v"}});
  const Ended ended = run_keemun("check " + server_.store_path());
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("namespace k0000 (ardb): 6 keys"));
  EXPECT_THAT(ended.said, HasSubstr("namespace c0000 (plain): 2 keys, 0 expired; rows: 2 metas, "
                                    "1 sub rows, 0 score rows, 0 index rows, 0 of them garbage; "
                                    "1 rows in the index of expiry, 0 of them stale"));
  const Ended all = run_keemun("inspect " + server_.store_path());
  EXPECT_THAT(all.said, HasSubstr("c0000 h: hash 0, "));
  EXPECT_THAT(all.said, HasSubstr("k0000 h: hash, "));
}

TEST_F(CheckedArdb, CallsAStaleRowOfTheOtherFamilyNothingWrong) {
  serve({"--namespace", "c", "--expiry-index", "yes"}, {{"SET", "k", "v", "EX", "1000"}});
  erase(format::KeyLayout(format::LayoutKind::kPlain, "c0000").meta_key("k"));
  const Ended ended = run_keemun("check " + server_.store_path());
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("1 rows in the index of expiry, 1 of them stale"));
}

}  // namespace
}  // namespace keemun
