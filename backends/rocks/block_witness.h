// Sees which blocks the engine could read, for its iterators do not always say so: where a file of
// a level begins, and behind rows that were erased by ranges, those of 7.8 take a block that they
// cannot have for the end of that level (mended in 8.5).
//
// To the engine it is one more cache, of blocks as files hold them, in which none is ever found: it
// is asked before a block is read, and given what was found sound. So it knows, too, how much was
// unpacked, which the engine does not count: half a gigabyte of zeros takes some kilobytes of a
// file.
#pragma once

#include <rocksdb/persistent_cache.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/bytes.h"

namespace keemun::rocks {

class BlockWitness final : public rocksdb::PersistentCache {
 public:
  // Of what this thread reads as long as it lives; a thread has one at a time.
  class Watch {
   public:
    explicit Watch(BlockWitness& witness);
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

    // Whether the engine wanted a block that it has not got.
    bool has_missed_any() const { return has_missed_any_ || is_reading_; }
    uint64_t unpacked_bytes() const { return unpacked_bytes_; }

   private:
    friend class BlockWitness;

    BlockWitness& witness_;
    const std::thread::id thread_ = std::this_thread::get_id();
    bool is_reading_ = false;
    bool has_missed_any_ = false;
    uint64_t unpacked_bytes_ = 0;
  };

  rocksdb::Status Lookup(const rocksdb::Slice& key, std::unique_ptr<char[]>* data,
                         size_t* size) override;
  rocksdb::Status Insert(const rocksdb::Slice& key, const char* data, size_t size) override;
  bool IsCompressed() override { return true; }
  StatsType Stats() override { return {}; }
  std::string GetPrintableOptions() const override { return {}; }
  uint64_t NewId() override { return 0; }

 private:
  Watch* of_this_thread();

  std::mutex mutex_;
  std::vector<Watch*> watches_;
};

}  // namespace keemun::rocks
