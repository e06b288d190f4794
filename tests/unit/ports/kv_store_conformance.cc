#include "kv_store_conformance.h"

#include <rapidcheck.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace keemun {

namespace {

using RowMap = std::map<Bytes, Bytes>;

// Behind every key that the suite writes.
const Bytes kBehindAllRows(64, '\xff');

ports::WriteBatch put_rows(const RowMap& rows) {
  ports::WriteBatch batch;
  for (const auto& [key, value] : rows) batch.writes.push_back({key, value});
  return batch;
}

ports::WriteBatch erase_rows(const std::vector<Bytes>& keys) {
  ports::WriteBatch batch;
  for (const Bytes& key : keys) batch.writes.push_back({key, "", true});
  return batch;
}

std::vector<Bytes> keys_of(const ports::ScanPage& page) {
  std::vector<Bytes> keys;
  for (const ports::Row& row : page.rows) keys.push_back(row.key);
  return keys;
}

void apply(const ports::WriteBatch& batch, RowMap& rows) {
  for (const auto& range : batch.range_erases) {
    if (range.begin >= range.end) continue;
    rows.erase(rows.lower_bound(range.begin), rows.lower_bound(range.end));
  }
  for (const auto& write : batch.writes) {
    if (write.is_erase) {
      rows.erase(write.key);
    } else {
      rows[write.key] = write.value;
    }
  }
}

ports::ScanPage expected_page(const RowMap& rows, const ports::ScanRequest& request) {
  ports::ScanPage page;
  if (request.begin >= request.end) return page;
  std::vector<ports::Row> all;
  for (auto row = rows.lower_bound(Bytes(request.begin));
       row != rows.lower_bound(Bytes(request.end)); ++row) {
    if (!request.mark.is_on(row->first)) continue;
    all.push_back({row->first, Bytes(ports::part_of(row->second, request.values))});
  }
  if (request.is_reverse) std::reverse(all.begin(), all.end());
  page.has_more = all.size() > request.rows_max;
  if (page.has_more) all.resize(request.rows_max);
  page.rows = std::move(all);
  return page;
}

// All rows, page by page.
RowMap all_rows(ports::KvStore& store, size_t rows_max, bool is_reverse = false) {
  RowMap rows;
  Bytes begin;
  Bytes end = kBehindAllRows;
  for (bool has_more = true; has_more;) {
    const ports::ScanPage page = store.scan({begin, end, rows_max, is_reverse});
    has_more = page.has_more && !page.rows.empty();
    for (const ports::Row& row : page.rows) rows[row.key] = row.value;
    if (!has_more) break;
    if (is_reverse) {
      end = page.rows.back().key;
    } else {
      begin = page.rows.back().key + Bytes(1, '\0');
    }
  }
  return rows;
}

// Short keys of few pieces, so that they meet; among them what marks a kind of row, in front and
// behind eight bytes, and the edges of bytes.
rc::Gen<Bytes> key_piece() {
  return rc::gen::element<Bytes>("m#", "s#", "k#", "i#", "x#", "slotslot", "m", "#", "a",
                                 Bytes(1, '\0'), "\x7f", "\x80", "\xfe", "\xff", "\xff\xff");
}

rc::Gen<Bytes> conformance_key() {
  return rc::gen::map(rc::gen::resize(4, rc::gen::container<std::vector<Bytes>>(key_piece())),
                      [](const std::vector<Bytes>& pieces) {
                        Bytes key;
                        for (const Bytes& piece : pieces) key += piece;
                        return key;
                      });
}

ports::WriteBatch conformance_batch() {
  ports::WriteBatch batch;
  const int ranges = *rc::gen::weightedElement<int>({{6, 0}, {2, 1}, {1, 2}});
  for (int i = 0; i < ranges; ++i) {
    Bytes begin = *conformance_key();
    Bytes end = *conformance_key();
    if (end < begin) std::swap(begin, end);
    batch.range_erases.push_back({std::move(begin), std::move(end)});
  }
  const auto keys = *rc::gen::resize(12, rc::gen::container<std::set<Bytes>>(conformance_key()));
  for (const Bytes& key : keys) {
    if (*rc::gen::inRange(0, 4) == 0) {
      batch.writes.push_back({key, "", true});
    } else {
      batch.writes.push_back(
          {key, *rc::gen::element<Bytes>("", "v", Bytes(1, '\0'), Bytes(200, 'l'))});
    }
  }
  return batch;
}

}  // namespace

void KvStoreConformance::put(const RowMap& rows) {
  store().commit(put_rows(rows));
}

ports::ScanPage KvStoreConformance::scan(BytesView begin, BytesView end, size_t rows_max,
                                         bool is_reverse) {
  return store().scan({begin, end, rows_max, is_reverse});
}

void KvStoreConformance::expect_too_large(const ports::WriteBatch& batch) {
  const RowMap before = all_rows(store(), 100);
  try {
    store().commit(batch);
    ADD_FAILURE() << "it was taken";
  } catch (const ports::StoreError& error) {
    EXPECT_EQ(ports::StoreError::Kind::kTooLarge, error.kind()) << error.text();
  }
  EXPECT_EQ(before, all_rows(store(), 100));
}

TEST_P(KvStoreConformance, KeepsWhatWasPutUntilItIsErased) {
  EXPECT_EQ(std::nullopt, store().get("a"));
  put({{"a", "1"}, {"b", "2"}});
  EXPECT_EQ("1", store().get("a"));
  put({{"a", "3"}});
  EXPECT_EQ("3", store().get("a"));
  store().commit(erase_rows({"a", "never there"}));
  EXPECT_EQ(std::nullopt, store().get("a"));
  EXPECT_EQ("2", store().get("b"));
}

TEST_P(KvStoreConformance, AnswersManyKeysInTheirOrderMissingAndRepeatedOnesToo) {
  put({{"m#a", "1"}, {"s#a", "2"}, {"x", ""}});
  const std::vector<Bytes> keys = {"s#a", "none", "m#a", "x", "s#a", "m#", ""};
  const std::vector<std::optional<Bytes>> expected = {"2", std::nullopt, "1",         "",
                                                      "2", std::nullopt, std::nullopt};
  EXPECT_EQ(expected, store().multi_get(keys));
  EXPECT_TRUE(store().multi_get({}).empty());
}

TEST_P(KvStoreConformance, TakesManyKeysAtOnce) {
  RowMap rows;
  std::vector<Bytes> keys;
  for (int i = 0; i < 1000; ++i) {
    keys.push_back("k#" + std::to_string(i));
    if (i % 3 != 0) rows[keys.back()] = std::to_string(i * i);
  }
  put(rows);
  const auto values = store().multi_get(keys);
  ASSERT_EQ(keys.size(), values.size());
  for (size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(i % 3 != 0, values[i].has_value());
  EXPECT_EQ("249001", values[499]);
}

TEST_P(KvStoreConformance, TellsAnEmptyValueFromNoRow) {
  put({{"a", ""}, {"", "of the empty key"}});
  EXPECT_EQ("", store().get("a"));
  EXPECT_EQ("of the empty key", store().get(""));
  EXPECT_EQ((std::vector<Bytes>{"", "a"}), keys_of(scan("", "b", 9)));
  store().commit(erase_rows({""}));
  EXPECT_EQ(std::nullopt, store().get(""));
}

TEST_P(KvStoreConformance, OrdersRowsByTheirUnsignedBytesShorterFirst) {
  const std::vector<Bytes> ordered = {"",
                                      Bytes(1, '\0'),
                                      Bytes(2, '\0'),
                                      Bytes("\0a", 2),
                                      "a",
                                      Bytes("a\0", 2),
                                      "aa",
                                      "b",
                                      "m#",
                                      "s#",
                                      "\x7f",
                                      "\x80",
                                      "\xfe",
                                      Bytes("\xff\0", 2),
                                      "\xff\xff"};
  RowMap rows;
  for (const Bytes& key : ordered) rows[key] = key;
  put(rows);
  const auto page = scan("", kBehindAllRows, 100);
  EXPECT_EQ(ordered, keys_of(page));
  for (const ports::Row& row : page.rows) EXPECT_EQ(row.key, row.value);
  auto reversed = ordered;
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, keys_of(scan("", kBehindAllRows, 100, true)));
}

TEST_P(KvStoreConformance, ScansFromBeginUpToButNotIncludingEnd) {
  put({{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}});
  for (const bool is_reverse : {false, true}) {
    auto expected = std::vector<Bytes>{"b", "c"};
    if (is_reverse) std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(expected, keys_of(scan("b", "d", 9, is_reverse)));
    EXPECT_EQ(expected, keys_of(scan("aa", "cz", 9, is_reverse)));
  }
}

TEST_P(KvStoreConformance, FindsNothingInARangeThatIsEmpty) {
  put({{"a", "1"}, {"c", "3"}});
  for (const bool is_reverse : {false, true}) {
    for (const auto& [begin, end] :
         std::vector<std::pair<Bytes, Bytes>>{{"b", "c"}, {"a", "a"}, {"c", "a"}, {"d", "e"}}) {
      const auto page = scan(begin, end, 5, is_reverse);
      EXPECT_TRUE(page.rows.empty()) << begin << " to " << end;
      EXPECT_FALSE(page.has_more) << begin << " to " << end;
    }
  }
}

TEST_P(KvStoreConformance, SaysOfAPageWhetherMoreFollows) {
  put({{"a", "1"}, {"b", "2"}, {"c", "3"}, {"z", "9"}});
  for (const bool is_reverse : {false, true}) {
    EXPECT_TRUE(scan("a", "d", 2, is_reverse).has_more);
    EXPECT_FALSE(scan("a", "d", 3, is_reverse).has_more);
    EXPECT_FALSE(scan("a", "d", 4, is_reverse).has_more);
  }
}

TEST_P(KvStoreConformance, PagesOfAnySizeAddUpToTheWholeBothWays) {
  RowMap rows;
  for (const Bytes prefix : {"m#", "s#", "k#", "i#", "other", "slotslotm#", "slotslots#"}) {
    for (char c = 'a'; c < 'h'; ++c) rows[prefix + c] = prefix;
  }
  put(rows);
  subject().settle();
  for (const size_t rows_max : {1U, 2U, 7U, 100U}) {
    EXPECT_EQ(rows, all_rows(store(), rows_max));
    EXPECT_EQ(rows, all_rows(store(), rows_max, true));
  }
}

TEST_P(KvStoreConformance, LeavesValuesOutWhereOnlyKeysAreAskedFor) {
  put({{"a", "1"}, {"b", "2"}});
  const auto page = store().scan({"a", "c", 5, false, ports::Values::kNone});
  EXPECT_EQ((std::vector<ports::Row>{{"a", ""}, {"b", ""}}), page.rows);
}

TEST_P(KvStoreConformance, CutsValuesWhereTheirHeadsAreAskedFor) {
  put({{"a", "1"}, {"b", Bytes(128, 'b')}, {"c", Bytes(129, 'c')}, {"d", Bytes(5000, 'd')}});
  const auto page = store().scan({"a", "e", 5, true, ports::Values::kHeads});
  EXPECT_EQ(
      (std::vector<ports::Row>{
          {"d", Bytes(128, 'd')}, {"c", Bytes(128, 'c')}, {"b", Bytes(128, 'b')}, {"a", "1"}}),
      page.rows);
}

TEST_P(KvStoreConformance, ErasesByRangeBeforeItPuts) {
  put({{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}});
  ports::WriteBatch batch;
  batch.range_erases.push_back({"b", "d"});
  batch.writes.push_back({"bb", "new"});
  batch.writes.push_back({"b", "again"});
  store().commit(batch);
  EXPECT_EQ((RowMap{{"a", "1"}, {"b", "again"}, {"bb", "new"}, {"d", "4"}}),
            all_rows(store(), 100));
}

TEST_P(KvStoreConformance, ErasesARangeAcrossAllKindsOfRows) {
  RowMap rows;
  for (const Bytes key : {"i#1", "k#1", "m#1", "o", "s#1", "slotslotm#", "slotslots#", "x#1"}) {
    rows[key] = "v";
  }
  put(rows);
  ports::WriteBatch batch;
  batch.range_erases.push_back({"k", "slotslots"});
  store().commit(batch);
  EXPECT_EQ((RowMap{{"i#1", "v"}, {"slotslots#", "v"}, {"x#1", "v"}}), all_rows(store(), 100));
}

TEST_P(KvStoreConformance, TakesAnEmptyBatchAndAnEmptyRange) {
  put({{"a", "1"}});
  store().commit({});
  ports::WriteBatch batch;
  batch.range_erases.push_back({"a", "a"});
  store().commit(batch);
  EXPECT_EQ((RowMap{{"a", "1"}}), all_rows(store(), 100));
}

TEST_P(KvStoreConformance, KeepsBinaryKeysAndLargeValues) {
  Bytes every_byte;
  for (int i = 0; i < 256; ++i) every_byte.push_back(static_cast<char>(i));
  const Bytes long_key = "s#" + Bytes(70'000, 'k');
  const Bytes large = Bytes(3 << 20, 'x') + every_byte;
  put({{every_byte, every_byte}, {long_key, large}});
  subject().settle();
  EXPECT_EQ(every_byte, store().get(every_byte));
  EXPECT_EQ(large, store().get(long_key));
  EXPECT_EQ(large, scan("s", "t", 1).rows.at(0).value);
}

TEST_P(KvStoreConformance, OutlivesItsArguments) {
  {
    Bytes key = "a key that lives on the heap because it is long";
    Bytes value = "a value that lives on the heap because it is long";
    put({{key, value}});
    key.assign(key.size(), '?');
    value.assign(value.size(), '?');
  }
  const auto page = scan(Bytes("a"), Bytes("b"), 1);
  EXPECT_EQ("a value that lives on the heap because it is long", page.rows.at(0).value);
}

TEST_P(KvStoreConformance, RefusesWhatIsTooLargeAndWritesNothingOfIt) {
  const ports::Capabilities limits = store().capabilities();
  if (!subject().refuses_too_large()) {  // takes what memory takes: all that it says it takes
    const Bytes longest(limits.key_bytes_max, 'k');
    put({{longest, "1"}});
    EXPECT_EQ("1", store().get(longest));
    return;
  }
  put({{"a", "1"}});
  expect_too_large(put_rows({{"a", "2"}, {Bytes(limits.key_bytes_max + 1, 'k'), ""}}));
  expect_too_large(put_rows({{"a", "2"}, {"b", Bytes(limits.value_bytes_max + 1, 'v')}}));
  RowMap rows = {{"a", "2"}};
  for (size_t bytes = 0, i = 0; bytes <= limits.batch_bytes_max; ++i) {
    rows["b" + std::to_string(i)] = Bytes(limits.value_bytes_max, 'v');
    bytes += limits.value_bytes_max;
  }
  expect_too_large(put_rows(rows));
  const Bytes longest(limits.key_bytes_max, 'k');
  put({{longest, Bytes(limits.value_bytes_max, 'v')}});
  EXPECT_EQ(2u, all_rows(store(), 100).size());
  ports::WriteBatch range;
  range.range_erases.push_back({longest + '\0', longest + '\1'});
  store().commit(range);
  EXPECT_EQ(2u, all_rows(store(), 100).size());
  range.range_erases.back() = {longest, longest + '\0'};
  store().commit(range);
  EXPECT_EQ(1u, all_rows(store(), 100).size());
  range.range_erases.back().end += '\0';
  expect_too_large(range);
}

TEST_P(KvStoreConformance, HasRoomForWhatTheCoreWrites) {
  const ports::Capabilities limits = store().capabilities();
  EXPECT_GE(limits.key_bytes_max, size_t{64} << 10);
  EXPECT_GE(limits.batch_bytes_max, limits.value_bytes_max);
}

TEST_P(KvStoreConformance, AnswersRowsThatCarryTheMarkWhereverTheyLie) {
  put({{"m#otslotm#a", "1"},
       {"s#otslotm#a", "2"},
       {"slotslotm#a", "3"},
       {"slotslotm#b", "4"},
       {"m#", "5"},
       {"m#otslots#a", "6"},
       {"slotslot", "7"},
       {"slotslots#a", "8"},
       {"tlotslotm", "9"}});
  const std::vector<Bytes> marked = {"m#otslotm#a", "s#otslotm#a", "slotslotm#a", "slotslotm#b"};
  for (const bool is_reverse : {false, true}) {
    std::vector<Bytes> expected = marked;
    if (is_reverse) std::reverse(expected.begin(), expected.end());
    const ports::ScanPage whole =
        store().scan({"", kBehindAllRows, 100, is_reverse, ports::Values::kNone, {8, "m#"}});
    EXPECT_EQ(expected, keys_of(whole));
    EXPECT_FALSE(whole.has_more);
    expected.resize(3);
    const ports::ScanPage page =
        store().scan({"", kBehindAllRows, 3, is_reverse, ports::Values::kNone, {8, "m#"}});
    EXPECT_EQ(expected, keys_of(page));
    EXPECT_TRUE(page.has_more);
  }
  const ports::ScanPage front =
      store().scan({"", kBehindAllRows, 100, false, ports::Values::kNone, {0, "m#"}});
  EXPECT_EQ((std::vector<Bytes>{"m#", "m#otslotm#a", "m#otslots#a"}), keys_of(front));
}

// Not every store compares; one that does not says so.
TEST_P(KvStoreConformance, WritesNothingOfABatchThatExpectsWhatIsNotSo) {
  if (!store().capabilities().conditional_batch) return;
  ASSERT_TRUE(store().capabilities().atomic_batch);
  store().commit(put_rows({{"a", "1"}}));
  const auto tried = [this](std::vector<ports::WriteBatch::Expectation> expectations) {
    ports::WriteBatch batch = put_rows({{"b", "new"}});
    batch.range_erases.push_back({"a", "b"});
    batch.expectations = std::move(expectations);
    try {
      store().commit(batch);
      return true;
    } catch (const ports::StoreError& error) {
      EXPECT_EQ(ports::StoreError::Kind::kConflict, error.kind()) << error.text();
      return false;
    }
  };
  EXPECT_FALSE(tried({{"a", "2"}}));
  EXPECT_FALSE(tried({{"a", "1"}, {"none", "1"}}));
  EXPECT_FALSE(tried({{"a", std::nullopt}}));
  EXPECT_EQ((RowMap{{"a", "1"}}), all_rows(store(), 3));
  EXPECT_TRUE(tried({{"a", "1"}, {"none", std::nullopt}}));
  EXPECT_EQ((RowMap{{"b", "new"}}), all_rows(store(), 3));
}

TEST_P(KvStoreConformance, IsAnOrderedMapUnderAnyBatchesAndScans) {
  const bool holds = rc::check("a store is an ordered map", [this] {
    ports::WriteBatch clearing;
    clearing.range_erases.push_back({"", kBehindAllRows});
    store().commit(clearing);
    RowMap expected;
    const int steps = *rc::gen::inRange(1, 12);
    for (int i = 0; i < steps; ++i) {
      const ports::WriteBatch batch = conformance_batch();
      store().commit(batch);
      apply(batch, expected);
      if (*rc::gen::inRange(0, 20) == 0) subject().settle();
      const Bytes begin = *conformance_key();
      const Bytes end = *rc::gen::oneOf(conformance_key(), rc::gen::just(kBehindAllRows));
      const ports::ScanRequest request = {
          begin,
          end,
          *rc::gen::inRange<size_t>(1, 9),
          *rc::gen::arbitrary<bool>(),
          *rc::gen::element(ports::Values::kWhole, ports::Values::kHeads, ports::Values::kNone),
          {*rc::gen::element<size_t>(0, 1, 8), *rc::gen::element<BytesView>("", "m#", "s#", "#")}};
      const ports::ScanPage page = store().scan(request);
      const ports::ScanPage wanted = expected_page(expected, request);
      RC_ASSERT(page.rows == wanted.rows);
      // A store may be unsure whether more follows; that nothing does is a promise.
      RC_ASSERT(page.has_more || !wanted.has_more);
      const std::vector<Bytes> keys =
          *rc::gen::resize(6, rc::gen::container<std::vector<Bytes>>(conformance_key()));
      const auto values = store().multi_get(keys);
      for (size_t k = 0; k < keys.size(); ++k) {
        const auto row = expected.find(keys[k]);
        const auto value = row == expected.end() ? std::nullopt : std::optional(row->second);
        RC_ASSERT(values[k] == value);
        RC_ASSERT(store().get(keys[k]) == value);
      }
    }
    RC_ASSERT(all_rows(store(), 3) == expected);
    RC_ASSERT(all_rows(store(), 3, true) == expected);
  });
  EXPECT_TRUE(holds);
}

}  // namespace keemun
