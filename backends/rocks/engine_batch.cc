#include "rocks/engine_batch.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace keemun::rocks {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr size_t kCountAt = 8;
constexpr size_t kHeadBytes = 12;
constexpr size_t kVarintBytesMax = 5;

char* append_varint(char* at, uint32_t value) {
  constexpr uint32_t kMore = 0x80;
  for (; value >= kMore; value >>= 7) *at++ = static_cast<char>(value | kMore);
  *at++ = static_cast<char>(value);
  return at;
}

char* append(char* at, BytesView bytes) {
  at = append_varint(at, static_cast<uint32_t>(bytes.size()));
  return std::copy(bytes.begin(), bytes.end(), at);
}

}  // namespace

EngineBatch::EngineBatch(size_t records, size_t bytes)
    : bytes_(kHeadBytes + bytes + records * (1 + 3 * kVarintBytesMax), '\0'), end_(kHeadBytes) {}

void EngineBatch::put(uint32_t family, BytesView key, BytesView value) {
  constexpr Tags kPut = {0x01, 0x05};
  char* const at = begin(kPut, family, key.size() + value.size());
  end(append(append(at, key), value));
}

void EngineBatch::erase(uint32_t family, BytesView key) {
  constexpr Tags kErase = {0x00, 0x04};
  end(append(begin(kErase, family, key.size()), key));
}

void EngineBatch::erase_range(uint32_t family, BytesView range_begin, BytesView range_end) {
  constexpr Tags kEraseRange = {0x0F, 0x0E};
  char* const at = begin(kEraseRange, family, range_begin.size() + range_end.size());
  end(append(append(at, range_begin), range_end));
}

char* EngineBatch::begin(const Tags& tags, uint32_t family, size_t bytes_max) {
  CHECK(bytes_max <= UINT32_MAX);
  const size_t room = 1 + 3 * kVarintBytesMax + bytes_max;
  if (end_ + room > bytes_.size()) bytes_.resize(std::max(end_ + room, 2 * bytes_.size()));
  char* at = bytes_.data() + end_;
  if (family == 0) {
    *at++ = tags.in_default_family;
    return at;
  }
  *at++ = tags.in_family;
  return append_varint(at, family);
}

void EngineBatch::end(const char* end) {
  end_ = static_cast<size_t>(end - bytes_.data());
  ++records_;
}

rocksdb::WriteBatch EngineBatch::take() {
  bytes_.resize(end_);
  std::memcpy(bytes_.data() + kCountAt, &records_, sizeof records_);
  return rocksdb::WriteBatch(std::move(bytes_));
}

}  // namespace keemun::rocks
