// Records as RocksDB writes them to its logs and manifests: in blocks of 32 kB, each record behind
// a header of checksum, length and kind, and cut into several where it does not fit into a block.
//
// Its reader notices what the checksum tells. But the header is read before that, and there are
// headers that it takes for the end of the file, or passes over: of a kind that this store never
// writes, of more bytes than are left, of zeros. A bit of one of them loses whatever stands behind
// it, and of a manifest the tables that are named there. So whoever reads looks at headers first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"

namespace keemun::rocks {

inline constexpr size_t kRecordBlockBytes = size_t{32} << 10;
inline constexpr size_t kRecordHeaderBytes = 7;

// How much of a file that grows is whole records.
class WholeRecords {
 public:
  // Any piece of what comes next.
  void append(BytesView bytes);
  uint64_t bytes() const { return whole_; }

 private:
  uint64_t length_ = 0;
  uint64_t whole_ = 0;
  std::array<char, kRecordHeaderBytes> header_ = {};
  size_t header_bytes_ = 0;  // of the next record that are there
  size_t missing_ = 0;       // of the last one
  bool is_end_ = false;      // it is the last part of its record
};

// The blocks of a file, one after another, on their way to the engine.
class RecordCheck {
 public:
  // So many bytes are there as they were written, if nothing was damaged.
  explicit RecordCheck(uint64_t synced_bytes) : synced_(synced_bytes) {}

  struct Damage {
    uint64_t place = 0;  // in the file
    const char* text = "";
  };
  // A header of the next block that would hide damage; it is made one that the engine takes for
  // damage. The last block is the one that is not full.
  std::optional<Damage> look_at(std::span<char> block);

 private:
  const char* damage_at(std::span<const char> rest, bool is_last);

  const uint64_t synced_;
  uint64_t place_ = 0;
  uint64_t whole_ = 0;
  bool has_zeros_ = false;
};

}  // namespace keemun::rocks
