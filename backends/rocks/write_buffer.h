// Where the engine keeps rows in memory before they go to a file: a tree (rocks/row_tree.h) behind
// a lock that is held for one step. One thread inserts at a time; any number reads meanwhile.
// `total` bounds all buffers together: the engine tells it of the rows, a buffer of its tree.
#pragma once

#include <rocksdb/memtablerep.h>
#include <rocksdb/write_buffer_manager.h>

#include <memory>
#include <utility>

namespace keemun::rocks {

class WriteBuffers final : public rocksdb::MemTableRepFactory {
 public:
  explicit WriteBuffers(std::shared_ptr<rocksdb::WriteBufferManager> total)
      : total_(std::move(total)) {}

  using rocksdb::MemTableRepFactory::CreateMemTableRep;

  const char* Name() const override { return "keemun.WriteBuffers"; }
  rocksdb::MemTableRep* CreateMemTableRep(const rocksdb::MemTableRep::KeyComparator& compare,
                                          rocksdb::Allocator* allocator,
                                          const rocksdb::SliceTransform*,
                                          rocksdb::Logger*) override;

 private:
  const std::shared_ptr<rocksdb::WriteBufferManager> total_;
};

}  // namespace keemun::rocks
