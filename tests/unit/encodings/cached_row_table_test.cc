#include "keyspace/row_table.h"

#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"

namespace keemun::keyspace {
namespace {

void expect_equal(const RowTable& table, const std::map<Bytes, std::optional<Bytes>>& expected) {
  for (const auto& [key, value] : expected) {
    const RowTable::Row* row = table.find(key);
    ASSERT_NE(row, nullptr) << key;
    EXPECT_EQ(row->value(), value);
    EXPECT_EQ(row->key(), key);
  }
  size_t count = 0;
  for (const RowTable::Row* row = table.first(); row != nullptr; row = table.next(*row)) ++count;
  EXPECT_EQ(count, expected.size());
}

class RowTables : public testing::TestWithParam<size_t> {};

INSTANTIATE_TEST_SUITE_P(OfParts, RowTables, testing::Values(0, size_t{50} << 20));

TEST_P(RowTables, AreMapsWhateverComesAndGoes) {
  RowTable table({}, GetParam());
  std::map<Bytes, std::optional<Bytes>> expected;
  for (uint64_t step = 0; step < 20'000; ++step) {
    const Bytes key = "key" + std::to_string(hash_draw(1, step, 0) % 300);
    RowTable::Row* row = table.find(key);
    ASSERT_EQ(row != nullptr, expected.contains(key));
    if (hash_draw(1, step, 1) % 3 == 0) {
      if (row != nullptr) table.erase(*row);
      expected.erase(key);
    } else {
      if (row == nullptr) row = &table.insert(key);
      const auto value =
          hash_draw(1, step, 2) % 5 == 0 ? std::nullopt : std::optional(std::to_string(step));
      row->set_value(value);
      expected[key] = value;
    }
    if (step % 1000 == 0) expect_equal(table, expected);
  }
  expect_equal(table, expected);
  table.clear();
  expect_equal(table, {});
}

TEST(RowTable, KeepsTheOrderOfItsRing) {
  RowTable table;
  for (const char* key : {"a", "b", "c"}) table.insert(key);
  table.put_last(*table.find("a"));
  table.erase(*table.find("b"));
  EXPECT_EQ(table.first()->key(), "c");
  EXPECT_EQ(table.next(*table.first())->key(), "a");
  EXPECT_EQ(table.next(*table.find("a")), nullptr);
}

TEST(RowTable, TellsAbsentFromEmpty) {
  RowTable table;
  RowTable::Row& row = table.insert("a");
  EXPECT_EQ(row.value(), std::nullopt);
  row.set_value("");
  EXPECT_EQ(row.value(), "");
  row.set_value(std::nullopt);
  EXPECT_EQ(row.value(), std::nullopt);
}

}  // namespace
}  // namespace keemun::keyspace
