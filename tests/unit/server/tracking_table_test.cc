#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "server/news/tracking.h"

namespace keemun::server {
namespace {

using Keys = std::map<Bytes, uint64_t>;

struct Told {
  TrackingTable::Clients listeners;
  Keys keys;
  friend bool operator==(const Told&, const Told&) = default;
};

std::vector<Told> take(TrackingTable& table) {
  std::vector<Told> told;
  for (auto& broadcast : table.take_broadcasts()) {
    told.push_back({std::move(broadcast.listeners), std::move(broadcast.keys)});
  }
  return told;
}

// What TrackingTable does with prefixes, by a walk over all of them.
class WalkedPrefixes {
 public:
  void add(const Bytes& prefix, uint64_t client) { all_[prefix].listeners.insert(client); }
  void remove(const Bytes& prefix, uint64_t client) {
    const auto place = all_.find(prefix);
    if (place == all_.end()) return;
    place->second.listeners.erase(client);
    if (place->second.listeners.empty()) all_.erase(place);
  }
  void changed(const Bytes& key, uint64_t client) {
    for (auto& [prefix, told] : all_) {
      if (!key.starts_with(prefix)) continue;
      const bool is_of_several = told.keys.contains(key) && told.keys.at(key) != client;
      told.keys[key] = is_of_several ? 0 : client;
    }
  }
  std::vector<Told> take() {
    std::vector<Told> told;
    for (auto& [prefix, one] : all_) {
      if (!one.keys.empty()) told.push_back({one.listeners, std::exchange(one.keys, {})});
    }
    return told;
  }
  size_t count() const { return all_.size(); }

 private:
  std::map<Bytes, Told> all_;
};

TEST(TrackingTable, TellsListenersOfWhatBeginsWithTheirPrefix) {
  TrackingTable table{TableHash()};
  for (const char* prefix : {"", "user:", "user:1", "user:10:name", "group:"}) {
    table.add_prefix(prefix, 1);
  }
  table.changed("user:10", 7);
  const Keys keys = {{"user:10", 7}};
  const std::vector<Told> thrice(3, {{1}, keys});  // of "", "user:" and "user:1"
  EXPECT_EQ(take(table), thrice);
  EXPECT_TRUE(take(table).empty());
  for (const uint64_t client : {7U, 7U, 8U, 7U}) table.changed("group:", client);
  EXPECT_EQ(take(table), std::vector<Told>(2, {{1}, {{"group:", 0}}}));
  table.changed("", 8);
  EXPECT_EQ(take(table), (std::vector<Told>{{{1}, {{"", 8}}}}));
}

TEST(TrackingTable, TellsNobodyOfAPrefixThatWasLeft) {
  TrackingTable table{TableHash()};
  table.add_prefix("a", 1);
  table.changed("ab", 0);
  table.remove_prefix("a", 1);
  EXPECT_TRUE(take(table).empty());
  table.add_prefix("a", 2);
  EXPECT_TRUE(take(table).empty());
  table.changed("ac", 0);
  EXPECT_EQ(take(table), (std::vector<Told>{{{2}, {{"ac", 0}}}}));
}

TEST(TrackingTable, TellsWhatAWalkOverAllPrefixesFinds) {
  std::mt19937_64 chance(1);
  const auto text = [&chance] {
    Bytes drawn(chance() % 6, 'a');
    for (char& c : drawn) c = "ab\xff"[chance() % 3];
    return drawn;
  };
  TrackingTable table{TableHash()};
  WalkedPrefixes walked;
  constexpr int kSteps = 20'000;
  for (int step = 0; step < kSteps; ++step) {
    const uint64_t client = chance() % 3 + 1;
    const Bytes name = text();
    switch (chance() % 5) {
      case 0:
        table.add_prefix(name, client);
        walked.add(name, client);
        break;
      case 1:
        table.remove_prefix(name, client);
        walked.remove(name, client);
        break;
      case 2:
        ASSERT_EQ(take(table), walked.take()) << step;
        break;
      default:
        table.changed(name, client);
        walked.changed(name, client);
    }
    ASSERT_EQ(table.prefix_count(), walked.count());
  }
}

}  // namespace
}  // namespace keemun::server
