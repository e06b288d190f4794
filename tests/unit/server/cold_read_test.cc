#include <gtest/gtest.h>

#include <vector>

#include "server/deferring_store.h"

namespace keemun::server {
namespace {

// Ten rows, "0" to "9"; remembers what it was asked for.
class TenRows final : public ports::KvStore {
 public:
  ports::Capabilities capabilities() const override { return {}; }
  std::optional<Bytes> get(BytesView key) override { return Bytes(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
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
    asked_ += "[";
    for (char i = 0; i < 10; ++i) {
      add(static_cast<char>(request.is_reverse ? '9' - i : '0' + i));
    }
    for (const ports::Row& row : page.rows) asked_ += row.key;
    asked_ += "]";
    return page;
  }
  void commit(const ports::WriteBatch&) override { FAIL(); }

  Bytes take_asked() { return std::exchange(asked_, ""); }

 private:
  Bytes asked_;
};

TEST(ColdRead, AsksForRows) {
  TenRows store;
  ColdRead(std::vector<Bytes>{"3", "x"}).ask(store, 1);
  EXPECT_EQ(store.take_asked(), "get 3 x");
}

TEST(ColdRead, AsksForAsManyPagesAsItShould) {
  TenRows store;
  ports::ScanRequest request = {.begin = "1", .end = "9", .rows_max = 3};
  ColdRead(request).ask(store, 1);
  EXPECT_EQ(store.take_asked(), "[123]");
  ColdRead(request).ask(store, 2);
  EXPECT_EQ(store.take_asked(), "[123][456]");
  ColdRead(request).ask(store, 16);
  EXPECT_EQ(store.take_asked(), "[123][456][78]");
  request.is_reverse = true;
  ColdRead(request).ask(store, 2);
  EXPECT_EQ(store.take_asked(), "[876][543]");
}

TEST(ColdRead, KeepsWhatItWasToldOf) {
  TenRows store;
  Bytes begin = "2";
  Bytes end = "5";
  const ColdRead read(ports::ScanRequest{.begin = begin, .end = end, .rows_max = 9});
  begin = end = "0";
  read.ask(store, 4);
  EXPECT_EQ(store.take_asked(), "[234]");
}

}  // namespace
}  // namespace keemun::server
