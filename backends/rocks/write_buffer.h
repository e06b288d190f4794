// Where the engine keeps rows in memory before they go to a file: a tree (rocks/row_tree.h) behind
// a lock that is held for one step. One thread inserts at a time; any number reads meanwhile.
#pragma once

#include <rocksdb/memtablerep.h>

namespace keemun::rocks {

class WriteBuffers final : public rocksdb::MemTableRepFactory {
 public:
  using rocksdb::MemTableRepFactory::CreateMemTableRep;

  const char* Name() const override { return "keemun.WriteBuffers"; }
  rocksdb::MemTableRep* CreateMemTableRep(const rocksdb::MemTableRep::KeyComparator& compare,
                                          rocksdb::Allocator* allocator,
                                          const rocksdb::SliceTransform*,
                                          rocksdb::Logger*) override;
};

}  // namespace keemun::rocks
