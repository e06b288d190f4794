// Rows as the engine writes them into its buffers, and their order: names ascending, of equal names
// the youngest first.
#pragma once

#include <rocksdb/memtablerep.h>

#include <cstdint>
#include <cstring>
#include <deque>

#include "base/bytes.h"

namespace keemun::rocks {

inline constexpr size_t kTrailerBytes = 8;

inline Bytes engine_key(BytesView name, uint64_t number) {
  Bytes key(name);
  key.append(reinterpret_cast<const char*>(&number), kTrailerBytes);
  return key;
}

inline BytesView name_in(const rocksdb::Slice& key) {
  return {key.data(), key.size() - kTrailerBytes};
}

inline int engine_order(const rocksdb::Slice& a, const rocksdb::Slice& b) {
  if (const int names = name_in(a).compare(name_in(b)); names != 0) return names;
  uint64_t number_a = 0;
  uint64_t number_b = 0;
  std::memcpy(&number_a, a.data() + a.size() - kTrailerBytes, kTrailerBytes);
  std::memcpy(&number_b, b.data() + b.size() - kTrailerBytes, kTrailerBytes);
  return number_a > number_b ? -1 : (number_a < number_b ? 1 : 0);
}

class EngineOrder final : public rocksdb::MemTableRep::KeyComparator {
 public:
  int operator()(const char* a, const char* b) const override {
    return engine_order(decode_key(a), decode_key(b));
  }
  int operator()(const char* a, const rocksdb::Slice& b) const override {
    return engine_order(decode_key(a), b);
  }
};

// Keeps rows where they are.
class EngineRows {
 public:
  const char* add(BytesView name, uint64_t number) {
    const Bytes key = engine_key(name, number);
    Bytes row;
    size_t size = key.size();
    for (; size >= 128; size >>= 7) row += static_cast<char>((size & 127) | 128);
    row += static_cast<char>(size);
    rows_.push_back(row + key);
    return rows_.back().data();
  }

 private:
  std::deque<Bytes> rows_;
};

}  // namespace keemun::rocks
