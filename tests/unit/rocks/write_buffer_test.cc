// A write buffer as the engine uses it: one thread inserts, others walk and look up.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "engine_rows.h"
#include "rocks/write_buffer.h"

namespace keemun::rocks {
namespace {

using rocksdb::MemTableRep;

class AWriteBuffer : public testing::Test {
 protected:
  using Rows = std::unique_ptr<MemTableRep::Iterator>;

  void insert(BytesView name, uint64_t number) {
    buffer_->Insert(const_cast<char*>(rows_.add(name, number)));
  }
  Rows rows() const { return Rows(buffer_->GetIterator()); }
  Bytes name_at(const Rows& rows) const {
    return rows->Valid() ? Bytes(name_in(compare_.decode_key(rows->key()))) : Bytes("none");
  }

  static constexpr size_t kTotalBytes = 64 << 20;

  EngineOrder compare_;
  EngineRows rows_;
  std::shared_ptr<rocksdb::WriteBufferManager> total_ =
      std::make_shared<rocksdb::WriteBufferManager>(kTotalBytes);
  std::unique_ptr<MemTableRep> buffer_{
      WriteBuffers(total_).CreateMemTableRep(compare_, nullptr, nullptr, nullptr)};
};

TEST_F(AWriteBuffer, SeeksFromBothSides) {
  for (const char* name : {"b", "d", "f"}) insert(name, 1);
  const Rows found = rows();
  EXPECT_EQ(name_at(found), "none");
  found->Seek(engine_key("c", 9), nullptr);
  EXPECT_EQ(name_at(found), "d");
  found->SeekForPrev(engine_key("c", 9), nullptr);
  EXPECT_EQ(name_at(found), "b");
  found->SeekForPrev(engine_key("d", 1), nullptr);
  EXPECT_EQ(name_at(found), "d");
  found->SeekForPrev(engine_key("z", 1), nullptr);
  EXPECT_EQ(name_at(found), "f");
  found->SeekForPrev(engine_key("a", 1), nullptr);
  EXPECT_EQ(name_at(found), "none");
  found->SeekToLast();
  EXPECT_EQ(name_at(found), "f");
  found->SeekToFirst();
  EXPECT_EQ(name_at(found), "b");
}

TEST_F(AWriteBuffer, ContainsARowOfThatAgeOnly) {
  insert("b", 5);
  EngineRows others;
  EXPECT_TRUE(buffer_->Contains(others.add("b", 5)));
  EXPECT_FALSE(buffer_->Contains(others.add("b", 4)));
  EXPECT_FALSE(buffer_->Contains(others.add("c", 5)));
}

TEST_F(AWriteBuffer, IsWalkedOnFromARowWhateverComesBesideIt) {
  insert("b", 1);
  insert("d", 1);
  const Rows walk = rows();
  walk->SeekToFirst();
  for (const char* name : {"a", "c", "e"}) insert(name, 1);
  walk->Next();
  EXPECT_EQ(name_at(walk), "c");
  insert("cc", 1);
  walk->Next();
  EXPECT_EQ(name_at(walk), "cc");
  insert("bb", 1);
  walk->Prev();
  walk->Prev();
  EXPECT_EQ(name_at(walk), "bb");
}

TEST_F(AWriteBuffer, CountsAmongAllUntilItIsGone) {
  const size_t empty = buffer_->ApproximateMemoryUsage();
  for (uint64_t i = 0; i < 1000; ++i) insert("b", i);
  const size_t full = buffer_->ApproximateMemoryUsage();
  EXPECT_GT(full, empty);
  EXPECT_EQ(total_->memory_usage(), full);
  EXPECT_EQ(total_->mutable_memtable_memory_usage(), full);
  buffer_->MarkReadOnly();
  EXPECT_EQ(total_->memory_usage(), full);
  EXPECT_EQ(total_->mutable_memtable_memory_usage(), 0u);
  buffer_.reset();
  EXPECT_EQ(total_->memory_usage(), 0u);
}

TEST_F(AWriteBuffer, IsReadWhileAnotherThreadInserts) {
  constexpr uint64_t kRows = 20'000;
  insert("key:500", 0);
  std::atomic<bool> is_done = false;
  std::atomic<int> disorders = 0;
  const auto walk_all = [&] {
    do {
      const Rows walk = rows();
      const char* before = nullptr;
      for (walk->SeekToFirst(); walk->Valid(); walk->Next()) {
        if (before != nullptr && compare_(before, walk->key()) >= 0) ++disorders;
        before = walk->key();
      }
    } while (!is_done);
  };
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) readers.emplace_back(walk_all);
  for (uint64_t i = 1; i <= kRows; ++i) insert("key:" + std::to_string(i * 7919 % 1'000), i);
  is_done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(disorders, 0);
  uint64_t count = 0;
  const Rows walk = rows();
  for (walk->SeekToFirst(); walk->Valid(); walk->Next()) ++count;
  EXPECT_EQ(count, kRows + 1);
}

}  // namespace
}  // namespace keemun::rocks
