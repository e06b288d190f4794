// What readings leave behind: of memory, nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace {

std::atomic<int64_t> blocks_held = 0;

}  // namespace

void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  void* const block = std::malloc(bytes);
  if (block != nullptr) ++blocks_held;
  return block;
}

void* operator new(size_t bytes) {
  void* const block = operator new(bytes, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void* block) noexcept {
  if (block != nullptr) --blocks_held;
  std::free(block);
}

void operator delete(void* block, size_t) noexcept {
  operator delete(block);
}

namespace keemun {
namespace {

TEST(Reads, LeaveNothingInMemory) {
  constexpr int kReads = 2000;
  constexpr int64_t kHeldMax = 500;  // the engine makes itself at home, once
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "store";
  rocks::RocksStore store(options);
  ports::WriteBatch batch;
  const std::vector<Bytes> keys = {"m#a", "m#b", "x#record", "none"};
  for (const Bytes& key : keys) {
    if (key != "none") batch.writes.push_back({key, "value", false});
  }
  store.commit(batch);
  const auto read_all = [&] {
    for (const Bytes& key : keys) store.get(key);
    EXPECT_EQ(store.multi_get(keys)[2], "value");
    EXPECT_EQ(store.scan({.begin = "m#", .end = "m$", .rows_max = 10}).rows.size(), 2U);
  };
  read_all();
  const int64_t held_before = blocks_held;
  for (int i = 0; i < kReads; ++i) read_all();
  EXPECT_LT(blocks_held - held_before, kHeldMax);
}

}  // namespace
}  // namespace keemun
