// The table of rows in memory is a map, in which every row keeps its place in the ring: whatever
// comes and goes, in one part or in several, and however the hashes of the keys meet.
#include <gtest/gtest.h>

#include <list>
#include <map>
#include <optional>
#include <string>

#include "keyspace/row_table.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using keyspace::RowTable;

class Checked {
 public:
  explicit Checked(size_t bytes_max) : table_(TableHash(), bytes_max) {}

  void put(const Bytes& key, std::optional<BytesView> value) {
    const uint64_t hash = table_.hash_of(key);
    RowTable::Row* row = table_.find(key, hash);
    if (row == nullptr) {
      row = &table_.insert(key, hash, value);
      ring_.push_back(key);
    } else {
      const uint64_t erasures = table_.erasures();
      RowTable::Row* const other = &table_.set_value(*row, value);
      ASSERT_TRUE(other == row || table_.erasures() != erasures) << "it moved, and nobody can know";
    }
    if (value) {
      map_[key] = Bytes(*value);
    } else {
      map_[key] = std::nullopt;
    }
  }
  void put_last(const Bytes& key) {
    RowTable::Row* const row = find(key);
    if (row == nullptr) return;
    table_.put_last(*row);
    ring_.remove(key);
    ring_.push_back(key);
  }
  void erase(const Bytes& key) {
    RowTable::Row* const row = find(key);
    if (row == nullptr) return;
    const uint64_t erasures = table_.erasures();
    table_.erase(*row);
    ASSERT_NE(table_.erasures(), erasures);
    map_.erase(key);
    ring_.remove(key);
  }
  void clear() {
    table_.clear();
    map_.clear();
    ring_.clear();
  }

  void check(const Bytes& key) {
    const RowTable::Row* const row = find(key);
    const auto known = map_.find(key);
    ASSERT_EQ(row != nullptr, known != map_.end()) << key;
    if (row == nullptr) return;
    ASSERT_EQ(row->key(), key);
    ASSERT_EQ(row->value(), known->second);
    ASSERT_EQ(row->byte_count(), key.size() + known->second.value_or("").size());
  }
  void check_ring() {
    auto expected = ring_.begin();
    for (RowTable::Row* row = table_.first(); row != nullptr; row = table_.next(*row)) {
      ASSERT_NE(expected, ring_.end());
      ASSERT_EQ(row->key(), *expected++);
    }
    ASSERT_EQ(expected, ring_.end());
  }

 private:
  RowTable::Row* find(const Bytes& key) { return table_.find(key, table_.hash_of(key)); }

  RowTable table_;
  std::map<Bytes, std::optional<Bytes>> map_;
  std::list<Bytes> ring_;
};

void run(size_t bytes_max, uint64_t seed) {
  constexpr int kSteps = 20'000;
  constexpr uint64_t kKeys = 300;
  sim::SimRandom random(seed);
  Checked checked(bytes_max);
  for (int step = 0; step < kSteps; ++step) {
    const Bytes key = "key " + std::to_string(random.below(kKeys));
    const uint64_t what = random.below(100);
    if (what < 45) {
      // Of lengths that fit where the old one was, that do not, and that waste what it had.
      checked.put(key,
                  Bytes(random.below(4) * random.below(90), static_cast<char>('a' + what % 26)));
    } else if (what < 50) {
      checked.put(key, std::nullopt);
    } else if (what < 60) {
      checked.put_last(key);
    } else if (what < 90) {
      checked.erase(key);
    } else if (step % 5000 == 4999) {
      checked.clear();
    }
    ASSERT_NO_FATAL_FAILURE(checked.check(key)) << "step " << step;
    if (step % 100 == 0) {
      for (uint64_t i = 0; i < kKeys; ++i) {
        ASSERT_NO_FATAL_FAILURE(checked.check("key " + std::to_string(i))) << "step " << step;
      }
      ASSERT_NO_FATAL_FAILURE(checked.check_ring()) << "step " << step;
    }
  }
}

TEST(RowTableIsAMap, OfOnePart) {
  for (uint64_t seed = 1; seed <= 5; ++seed) run(0, seed);
}

TEST(RowTableIsAMap, OfSeveralParts) {
  for (uint64_t seed = 1; seed <= 5; ++seed) run(size_t{64} << 20, seed);
}

}  // namespace
}  // namespace keemun
