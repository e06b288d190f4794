#include "audit/camellia_reader.h"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "audit/byte_taker.h"
#include "base/command_error.h"
#include "base/crc16.h"
#include "base/md5.h"

namespace keemun::sim {

using format::LayoutKind;

namespace {

[[noreturn]] void fail(BytesView what) {
  throw CommandError("row " + Bytes(what));
}

// What rows of a slot begin with: the digest of its number.
BytesView digest_of_slot(uint32_t slot) {
  static const std::vector<Bytes> kDigests = [] {
    std::vector<Bytes> all;
    for (uint32_t i = 0; i < kSlotCount; ++i) all.push_back(md5_bytes(std::to_string(i), 8));
    return all;
  }();
  return kDigests[slot];
}

// What stands behind the version, where the family says of what form it is.
void check_tail(const AuditedRow& row) {
  constexpr size_t kScoreBytes = 8;
  constexpr size_t kIndexBytes = 17;
  if (row.version < 0) fail("has a negative version");
  if (row.family == 'k') read_ordered_score(row.tail.substr(0, kScoreBytes));
  if (row.family == 'i' && (row.tail.size() != kIndexBytes || row.tail.front() != '\x01')) {
    fail("has an index that needs no row");
  }
}

bool is_counted(int type, int encode_version) {
  switch (type) {
    case 2:
    case 5:
      return encode_version == 0 || encode_version == 2;
    case 3:
      return encode_version <= 2;
    case 4:
    case 6:
      return true;
    default:
      return false;
  }
}

}  // namespace

AuditedRow read_row_key(BytesView row, LayoutKind layout, size_t namespace_bytes) {
  AuditedRow result;
  if (row.starts_with("x#")) {
    result.family = 'x';
    return result;
  }
  ByteTaker reader(row);
  const BytesView slot_digest = layout == LayoutKind::kSlot ? reader.take(8) : BytesView();
  result.family = reader.take(1).front();
  if (BytesView("mski").find(result.family) == BytesView::npos) fail("is of no family");
  if (reader.take(1) != "#") fail("has no # behind its family");
  result.namespace_name = reader.take(namespace_bytes);
  const BytesView key_digest = layout == LayoutKind::kMd5 ? reader.take(8) : BytesView();
  if (result.family == 'm') {
    result.key = reader.rest();
  } else {
    result.key = reader.take(reader.number(4));
    result.version = static_cast<int64_t>(reader.number(8));
    result.tail = reader.rest();
    check_tail(result);
  }
  if (layout == LayoutKind::kSlot && slot_digest != digest_of_slot(key_slot(result.key))) {
    fail("stands in the wrong slot");
  }
  if (layout == LayoutKind::kMd5 && key_digest != md5_bytes(result.key, 8)) {
    fail("has the digest of another key");
  }
  return result;
}

AuditedMeta read_meta(BytesView value) {
  ByteTaker reader(value);
  AuditedMeta meta;
  meta.encode_version = static_cast<int>(reader.number(1));
  meta.type = static_cast<int>(reader.number(1));
  meta.version = static_cast<int64_t>(reader.number(8));
  meta.expire_at_ms = static_cast<int64_t>(reader.number(8));
  if (meta.type < 1 || meta.type > 6) fail("has an unknown type");
  if (meta.encode_version > (meta.type == 1 || meta.type == 4 || meta.type == 6 ? 0 : 3)) {
    fail("has an unknown encode version");
  }
  if (meta.version < 0) fail("has a negative version");
  if (meta.expire_at_ms < 0) meta.expire_at_ms = -1;
  if (meta.type == 1) meta.string_value = reader.rest();
  if (meta.type == 4) meta.first_position = static_cast<int64_t>(reader.number(8));
  if (meta.type == 6) {
    for (auto* id : {&meta.last_id, &meta.first_id, &meta.greatest_deleted}) {
      id->first = reader.number(8);
      id->second = reader.number(8);
    }
    meta.entries_added = reader.number(8);
  }
  if (is_counted(meta.type, meta.encode_version)) {
    meta.count = static_cast<int32_t>(reader.number(4));
    if (*meta.count < (meta.type == 6 ? 0 : 1)) fail("counts no element");
  }
  if (meta.type == 4 && meta.first_position > std::numeric_limits<int64_t>::max() - *meta.count) {
    fail("counts beyond the last position");
  }
  if (!reader.at_end()) fail("goes on behind its end");
  return meta;
}

int64_t read_ordered_int64(BytesView bytes) {
  if (bytes.size() != 8) fail("has a position of another size");
  return static_cast<int64_t>(ByteTaker(bytes).number(8) ^ uint64_t{1} << 63);
}

double read_ordered_score(BytesView bytes) {
  if (bytes.size() != 8) fail("has a score of another size");
  const uint64_t bits = ByteTaker(bytes).number(8);
  const bool is_positive = bits >> 63 != 0;
  const double score = std::bit_cast<double>(is_positive ? bits ^ uint64_t{1} << 63 : ~bits);
  if (std::isnan(score) || (score == 0 && std::signbit(score))) fail("has no score");
  return score;
}

}  // namespace keemun::sim
