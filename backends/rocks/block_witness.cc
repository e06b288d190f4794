#include "rocks/block_witness.h"

#include <rocksdb/compression_type.h>

#include <algorithm>

#include "base/check.h"

namespace keemun::rocks {

namespace {

// As files hold it a block ends in a byte that names how it is packed, and a checksum of 4. Each
// way that we pack by has the size of the whole in front, seven bits a byte, the lowest first.
uint64_t unpacked_size(BytesView block) {
  constexpr size_t kTrailerBytes = 5;
  constexpr int kSizeBits = 32;
  if (block.size() < kTrailerBytes) return block.size();
  const BytesView packed = block.substr(0, block.size() - kTrailerBytes);
  if (block[packed.size()] == rocksdb::kNoCompression) return packed.size();
  uint64_t size = 0;
  int shift = 0;
  for (const char byte : packed) {
    size |= static_cast<uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) == 0 || shift >= kSizeBits) break;
  }
  return size;
}

}  // namespace

BlockWitness::Watch* BlockWitness::of_this_thread() {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(watches_.begin(), watches_.end(), [](const Watch* one) {
    return one->thread_ == std::this_thread::get_id();
  });
  return found == watches_.end() ? nullptr : *found;
}

rocksdb::Status BlockWitness::Lookup(const rocksdb::Slice&, std::unique_ptr<char[]>*, size_t*) {
  if (Watch* watch = of_this_thread()) {
    watch->has_missed_any_ |= watch->is_reading_;
    watch->is_reading_ = true;
  }
  return rocksdb::Status::NotFound();
}

rocksdb::Status BlockWitness::Insert(const rocksdb::Slice&, const char* data, size_t size) {
  if (Watch* watch = of_this_thread()) {
    watch->is_reading_ = false;
    watch->unpacked_bytes_ += unpacked_size({data, size});
  }
  return rocksdb::Status::OK();
}

BlockWitness::Watch::Watch(BlockWitness& witness) : witness_(witness) {
  CHECK(witness_.of_this_thread() == nullptr);
  const std::lock_guard lock(witness_.mutex_);
  witness_.watches_.push_back(this);
}

BlockWitness::Watch::~Watch() {
  const std::lock_guard lock(witness_.mutex_);
  std::erase(witness_.watches_, this);
}

}  // namespace keemun::rocks
