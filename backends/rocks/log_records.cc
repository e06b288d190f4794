#include "rocks/log_records.h"

#include <algorithm>

namespace keemun::rocks {

namespace {

enum Kind : uint8_t { kZeros = 0, kWhole = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

struct Header {
  size_t length = 0;
  uint8_t kind = 0;

  bool is_end() const { return kind == kWhole || kind == kLast; }
};

Header header_at(const char* bytes) {
  const auto byte = [bytes](size_t at) { return static_cast<uint8_t>(bytes[at]); };
  return {size_t{byte(4)} | size_t{byte(5)} << 8, byte(6)};
}

// A record of no bytes, whose checksum is not 0.
constexpr std::array<char, kRecordHeaderBytes> kDamagedHeader = {0, 0, 0, 0, 0, 0, kWhole};

bool is_all_zeros(std::span<const char> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte == 0; });
}

}  // namespace

void WholeRecords::append(BytesView bytes) {
  const auto take = [&](size_t bytes_max) {
    const size_t taken = std::min(bytes_max, bytes.size());
    bytes.remove_prefix(taken);
    length_ += taken;
    return taken;
  };
  while (!bytes.empty()) {
    if (missing_ > 0) {
      missing_ -= take(missing_);
    } else {
      const size_t left = kRecordBlockBytes - static_cast<size_t>(length_ % kRecordBlockBytes);
      if (header_bytes_ == 0 && left < kRecordHeaderBytes) {
        take(left);
        continue;
      }
      const BytesView part = bytes.substr(0, kRecordHeaderBytes - header_bytes_);
      std::copy(part.begin(), part.end(), header_.begin() + header_bytes_);
      header_bytes_ += take(part.size());
      if (header_bytes_ < kRecordHeaderBytes) return;
      header_bytes_ = 0;
      const Header header = header_at(header_.data());
      missing_ = header.length;
      is_end_ = header.is_end();
    }
    if (missing_ == 0 && is_end_) whole_ = length_;
  }
}

std::optional<RecordCheck::Damage> RecordCheck::look_at(std::span<char> block) {
  const uint64_t begin = place_;
  place_ += block.size();
  const bool is_last = block.size() < kRecordBlockBytes;
  for (size_t at = 0; block.size() - at >= kRecordHeaderBytes;) {
    const auto rest = block.subspan(at);
    if (const char* text = damage_at(rest, is_last)) {
      std::copy(kDamagedHeader.begin(), kDamagedHeader.end(), rest.begin());
      return Damage{begin + at, text};
    }
    const Header header = header_at(rest.data());
    // Of zeros the engine leaves the whole block out; of what is longer than its block it tells.
    if (has_zeros_ || kRecordHeaderBytes + header.length > rest.size()) break;
    at += kRecordHeaderBytes + header.length;
    if (header.is_end()) whole_ = begin + at;
  }
  return std::nullopt;
}

// Of the record that begins here, none where the engine sees by itself what is wrong.
const char* RecordCheck::damage_at(std::span<const char> rest, bool is_last) {
  const Header header = header_at(rest.data());
  const bool is_within_synced = whole_ < synced_;
  if (header.kind == kZeros && header.length == 0) {
    has_zeros_ = true;
    if (is_within_synced) return "there are zeros in the place of what was written";
    // After a loss of power the rest may be zeros, and nothing but zeros.
    return is_all_zeros(rest) ? nullptr : "zeros, and something behind them";
  }
  if (has_zeros_) return "a record behind zeros";
  if (header.kind < kWhole || header.kind > kLast) return "a record of no known kind";
  const bool is_cut_short = is_last && kRecordHeaderBytes + header.length > rest.size();
  if (is_cut_short && is_within_synced) return "a record of more bytes than are left";
  return nullptr;
}

}  // namespace keemun::rocks
