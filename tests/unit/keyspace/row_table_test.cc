#include "keyspace/memory/row_table.h"

#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"

namespace keemun::keyspace {
namespace {

using Row = RowTable::Row;

Row* find(const RowTable& table, BytesView key) {
  return table.find(key, table.hash_of(key));
}

void expect_equal(const RowTable& table, const std::map<Bytes, std::optional<Bytes>>& expected) {
  for (const auto& [key, value] : expected) {
    const Row* row = find(table, key);
    ASSERT_NE(row, nullptr) << key;
    EXPECT_EQ(row->value(), value);
    EXPECT_EQ(row->key(), key);
  }
  size_t count = 0;
  for (const Row* row = table.first(); row != nullptr; row = table.next(*row)) ++count;
  EXPECT_EQ(count, expected.size());
}

class RowTables : public testing::TestWithParam<size_t> {};

INSTANTIATE_TEST_SUITE_P(OfParts, RowTables, testing::Values(0, size_t{50} << 20));

TEST_P(RowTables, AreMapsWhateverComesAndGoes) {
  RowTable table({}, GetParam());
  std::map<Bytes, std::optional<Bytes>> expected;
  for (uint64_t step = 0; step < 20'000; ++step) {
    const Bytes key = "key" + std::to_string(hash_draw(1, step, 0) % 300);
    Row* row = find(table, key);
    ASSERT_EQ(row != nullptr, expected.contains(key));
    if (hash_draw(1, step, 1) % 3 == 0) {
      if (row != nullptr) table.erase(*row);
      expected.erase(key);
    } else {
      std::optional<Bytes> value;
      if (hash_draw(1, step, 2) % 5 != 0) {
        const size_t padding = hash_draw(1, step, 3) % 2 == 0 ? 0 : hash_draw(1, step, 4) % 2000;
        value = std::to_string(step) + Bytes(padding, 'v');
      }
      const Row& now = row == nullptr ? table.insert(key, table.hash_of(key), value)
                                      : table.set_value(*row, value);
      ASSERT_EQ(&now, find(table, key));
      expected[key] = value;
    }
    if (step % 1000 == 0) expect_equal(table, expected);
  }
  expect_equal(table, expected);
  table.clear();
  expect_equal(table, {});
}

TEST_P(RowTables, LoseThoseOfAPartThatAreGone) {
  RowTable table({}, GetParam());
  std::map<Bytes, std::optional<Bytes>> expected;
  for (int i = 0; i < 5000; ++i) {
    const Bytes key = "key" + std::to_string(i);
    table.insert(key, table.hash_of(key), key);
    if (i % 3 == 0) expected[key] = key;
  }
  for (size_t part = 0; part < table.part_count(); ++part) {
    table.erase_in_part(part, [&](const Row& row) { return !expected.contains(Bytes(row.key())); });
  }
  expect_equal(table, expected);
}

Row& put(RowTable& table, BytesView key, std::optional<BytesView> value = std::nullopt) {
  return table.insert(key, table.hash_of(key), value);
}

TEST(RowTable, KeepsTheOrderOfItsRing) {
  RowTable table;
  for (const char* key : {"a", "b", "c", "d"}) put(table, key);
  table.put_last(*find(table, "a"));
  table.erase(*find(table, "b"));
  table.set_value(*find(table, "d"), Bytes(1000, 'v'));  // in another block
  EXPECT_EQ(table.first()->key(), "c");
  EXPECT_EQ(table.next(*table.first())->key(), "d");
  EXPECT_EQ(table.next(*find(table, "d"))->key(), "a");
  EXPECT_EQ(table.next(*find(table, "a")), nullptr);
}

TEST(RowTable, TellsAbsentFromEmpty) {
  RowTable table;
  Row* row = &put(table, "a");
  EXPECT_EQ(row->value(), std::nullopt);
  row = &table.set_value(*row, "");
  EXPECT_EQ(row->value(), "");
  row = &table.set_value(*row, std::nullopt);
  EXPECT_EQ(row->value(), std::nullopt);
}

TEST(RowTable, ARowThatMovesIsAsKnownAndAsUsedAsBefore) {
  RowTable table;
  Row& row = put(table, "a");
  row.is_known = false;
  row.was_used = true;
  const uint64_t erasures = table.erasures();
  const Row& moved = table.set_value(row, Bytes(1000, 'v'));
  ASSERT_NE(&moved, &row);
  EXPECT_NE(table.erasures(), erasures);  // for who remembers the place
  EXPECT_FALSE(moved.is_known);
  EXPECT_TRUE(moved.was_used);
}

}  // namespace
}  // namespace keemun::keyspace
