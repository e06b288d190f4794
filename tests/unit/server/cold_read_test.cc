#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "server/requests/read_ahead.h"
#include "server/store/deferring_store.h"

namespace keemun::server {
namespace {

// Ten rows, "0" to "9"; remembers what it was asked for.
class TenRows final : public ports::KvStore {
 public:
  ports::Capabilities capabilities() const override { return {}; }
  std::optional<Bytes> get(BytesView key) override { return Bytes(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    if (--asks_left == 0) is_over = true;
    asked_ += "get";
    for (const Bytes& key : keys) asked_ += " " + key;
    return std::vector<std::optional<Bytes>>(keys.size());
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    ports::ScanPage page;
    const auto add = [&](char digit) {
      const Bytes key(1, digit);
      if (key < request.begin || key >= request.end) return;
      page.has_more = page.rows.size() == request.rows_max;
      if (!page.has_more) page.rows.push_back({key, ""});
    };
    if (--asks_left == 0) is_over = true;
    asked_ += "[";
    for (char i = 0; i < 10; ++i) {
      add(static_cast<char>(request.is_reverse ? '9' - i : '0' + i));
    }
    for (const ports::Row& row : page.rows) asked_ += row.key;
    asked_ += "]";
    return page;
  }
  void commit(const ports::WriteBatch&) override { FAIL(); }

  // Set when it has been asked so often.
  std::atomic<bool> is_over = false;
  int asks_left = -1;

  Bytes take_asked() { return std::exchange(asked_, ""); }

 private:
  Bytes asked_;
};

constexpr std::atomic<bool> goes_on = false;

TEST(ColdRead, AsksForRows) {
  TenRows store;
  ColdRead(std::vector<Bytes>{"3", "x"}).ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "get 3 x");
}

TEST(ColdRead, AsksForAsManyPagesAsItShould) {
  TenRows store;
  ports::ScanRequest request = {.begin = "1", .end = "9", .rows_max = 3};
  ColdRead(request).ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "[123]");
  ColdRead(request).ask(store, 2, goes_on);
  EXPECT_EQ(store.take_asked(), "[123][456]");
  ColdRead(request).ask(store, 16, goes_on);
  EXPECT_EQ(store.take_asked(), "[123][456][78]");
  request.is_reverse = true;
  ColdRead(request).ask(store, 2, goes_on);
  EXPECT_EQ(store.take_asked(), "[876][543]");
}

std::vector<Bytes> rows_from(int first, int last) {
  std::vector<Bytes> rows;
  for (int i = first; i <= last; ++i) rows.push_back(std::to_string(i));
  return rows;
}

TEST(ColdRead, AsksForWhatIsExpectedBehindWhatIsMissing) {
  TenRows store;
  ColdRead read(std::vector<Bytes>{"3"});
  read.expect({"1", "2", "3", "4", "5", "6"}, 2);
  read.ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "get 3 4 5");
  ColdRead other(std::vector<Bytes>{"x"});
  other.expect({"1", "2"}, 9);
  other.ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "get x 1 2");
  ColdRead page(ports::ScanRequest{.begin = "1", .end = "9", .rows_max = 3});
  page.expect({"k"}, 9);
  page.ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "get k[123]");
}

TEST(ColdRead, AsksForSomeRowsAtATime) {
  TenRows store;
  ColdRead(rows_from(1, 20)).ask(store, 1, goes_on);
  EXPECT_EQ(store.take_asked(), "get 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16get 17 18 19 20");
}

TEST(ColdRead, IsSplitWhereItIsOfManyRows) {
  EXPECT_EQ(ColdRead(rows_from(1, 31)).split(8).size(), 1u);
  EXPECT_EQ(ColdRead(rows_from(1, 32)).split(8).size(), 2u);
  EXPECT_EQ(ColdRead(rows_from(1, 1'000)).split(8).size(), 8u);
  for (const int count : {0, 1, 47, 48, 1'000, 1'025}) {
    for (const size_t parts_max : std::initializer_list<size_t>{1, 3, 64}) {
      TenRows store;
      std::multiset<Bytes> asked;
      for (const ColdRead& part : ColdRead(rows_from(1, count)).split(parts_max)) {
        part.ask(store, 1, goes_on);
        std::istringstream words(store.take_asked());
        for (Bytes word; words >> word;) {
          if (word.ends_with("get")) word.resize(word.size() - 3);
          if (!word.empty()) asked.insert(word);
        }
      }
      const std::vector<Bytes> expected = rows_from(1, count);
      EXPECT_EQ(asked, std::multiset<Bytes>(expected.begin(), expected.end()));
    }
  }
}

TEST(ColdRead, KeepsItsPageWhenItIsSplit) {
  TenRows store;
  ColdRead read(ports::ScanRequest{.begin = "1", .end = "9", .rows_max = 3});
  read.expect(rows_from(1, 32), 32);
  Bytes asked;
  for (const ColdRead& part : std::move(read).split(2)) {
    part.ask(store, 1, goes_on);
    asked += store.take_asked();
  }
  EXPECT_NE(asked.find("[123]"), Bytes::npos);
}

TEST(ColdRead, KeepsWhatItWasToldOf) {
  TenRows store;
  Bytes begin = "2";
  Bytes end = "5";
  const ColdRead read(ports::ScanRequest{.begin = begin, .end = end, .rows_max = 9});
  begin = end = "0";
  read.ask(store, 4, goes_on);
  EXPECT_EQ(store.take_asked(), "[234]");
}

TEST(ColdRead, SaysWhereItWalksTo) {
  const auto walk = [](const ports::ScanRequest& page) { return ColdRead(page).walk(); };
  const Bytes forward = walk({.begin = "1", .end = "9", .rows_max = 3});
  const Bytes backward = walk({.begin = "1", .end = "9", .rows_max = 3, .is_reverse = true});
  EXPECT_FALSE(forward.empty());
  EXPECT_EQ(walk({.begin = "5", .end = "9", .rows_max = 3}), forward);
  EXPECT_NE(walk({.begin = "5", .end = "8", .rows_max = 3}), forward);
  EXPECT_NE(backward, forward);
  EXPECT_EQ(walk({.begin = "1", .end = "4", .rows_max = 3, .is_reverse = true}), backward);
  EXPECT_EQ(walk({.begin = "1", .end = "9", .rows_max = 1}), "");
  EXPECT_EQ(ColdRead(std::vector<Bytes>{"3"}).walk(), "");
}

TEST(ReadAhead, GrowsForWhoComesBackForMoreOfAWalk) {
  ReadAhead ahead;
  EXPECT_EQ(ahead.pages_for(">9", 1), 1u);
  EXPECT_EQ(ahead.pages_for(">9", 2), 4u);
  EXPECT_EQ(ahead.pages_for(">8", 3), 1u);
  EXPECT_EQ(ahead.pages_for(">8", 4), 64u);
  EXPECT_EQ(ahead.pages_for(">9", 5), 256u);
  EXPECT_EQ(ahead.pages_for(">9", 6), 1024u);
  EXPECT_EQ(ahead.pages_for(">9", 8), 1024u);
}

TEST(ReadAhead, GrowsForNobodyWhoLooksHereAndThere) {
  ReadAhead ahead;
  for (int reads = 1; reads < 8; ++reads) {
    EXPECT_EQ(ahead.pages_for("", reads), 1u);
    EXPECT_EQ(ahead.pages_for(">" + std::to_string(reads), reads), 1u);
  }
}

TEST(ColdRead, AsksForNothingMoreWhenItIsOver) {
  TenRows store;
  store.asks_left = 2;
  ports::ScanRequest request = {.begin = "1", .end = "9", .rows_max = 1};
  ColdRead(request).ask(store, 8, store.is_over);
  EXPECT_EQ(store.take_asked(), "[1][2]");
  store.is_over = false;
  store.asks_left = 1;
  ColdRead(std::vector<Bytes>(40, "x")).ask(store, 1, store.is_over);
  EXPECT_LT(store.take_asked().size(), 40u);
}

}  // namespace
}  // namespace keemun::server
