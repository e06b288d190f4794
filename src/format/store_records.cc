#include "format/store_records.h"

#include "base/integer_codec.h"

namespace keemun::format {
namespace {

constexpr BytesView kNamespaceHead = "x#n";
constexpr BytesView kVersionHead = "x#v";
constexpr BytesView kDatabaseOrderKey = "x#d";
constexpr BytesView kFunctionLibraryHead = "x#f";
constexpr BytesView kGcProgressHead = "x#g";
constexpr BytesView kGcLeaseHead = "x#l";
constexpr BytesView kShareOwnerHead = "x#o";
constexpr BytesView kShareBeatHead = "x#b";

constexpr uint8_t kNamespaceRecordVersion = 1;
constexpr uint8_t kReservationVersion = 1;
constexpr uint8_t kDatabaseOrderVersion = 1;
constexpr uint8_t kFunctionLibraryVersion = 1;
constexpr uint8_t kGcProgressVersion = 1;
constexpr uint8_t kGcLeaseVersion = 1;
constexpr uint8_t kShareOwnerVersion = 1;
constexpr uint8_t kShareBeatVersion = 1;

Bytes joined(BytesView head, BytesView tail) {
  return Bytes(head).append(tail);
}

}  // namespace

Bytes namespace_record_key(BytesView namespace_name) {
  return joined(kNamespaceHead, namespace_name);
}

KeyRange all_namespace_records() {
  return rows_with_prefix(Bytes(kNamespaceHead));
}

std::optional<BytesView> namespace_of_record_key(BytesView row) {
  if (!row.starts_with(kNamespaceHead)) return std::nullopt;
  return row.substr(kNamespaceHead.size());
}

Bytes encode_namespace_record(const NamespaceRecord& record) {
  Bytes row_value;
  append_u8(row_value, kNamespaceRecordVersion);
  append_u8(row_value, static_cast<uint8_t>(record.family));
  append_u8(row_value, static_cast<uint8_t>(record.layout));
  append_u8(row_value, static_cast<uint8_t>(record.score_form));
  return row_value;
}

std::optional<NamespaceRecord> decode_namespace_record(BytesView row_value) {
  ByteReader reader(row_value);
  uint8_t version = 0;
  uint8_t family = 0;
  uint8_t layout = 0;
  uint8_t score_form = 0;
  const bool is_whole = reader.read_u8(version) && reader.read_u8(family) &&
                        reader.read_u8(layout) && reader.read_u8(score_form) && reader.at_end();
  if (!is_whole || version != kNamespaceRecordVersion) return std::nullopt;
  if (family < static_cast<uint8_t>(EncodingFamily::kCamellia) ||
      family > static_cast<uint8_t>(EncodingFamily::kTieredZSet)) {
    return std::nullopt;
  }
  if (layout > static_cast<uint8_t>(LayoutKind::kSlot)) return std::nullopt;
  if (score_form != static_cast<uint8_t>(ScoreForm::kOrdered)) return std::nullopt;
  return NamespaceRecord{static_cast<EncodingFamily>(family), static_cast<LayoutKind>(layout),
                         static_cast<ScoreForm>(score_form)};
}

Bytes version_reservation_key(IssuerNumber issuer) {
  Bytes row(kVersionHead);
  append_u8(row, issuer.value);
  return row;
}

bool is_version_reservation_key(BytesView row) {
  return row.starts_with(kVersionHead) && row.size() == kVersionHead.size() + 1;
}

Bytes encode_version_reservation(int64_t reserved_until_ms) {
  Bytes row_value;
  append_u8(row_value, kReservationVersion);
  append_be_int64(row_value, reserved_until_ms);
  return row_value;
}

std::optional<int64_t> decode_version_reservation(BytesView row_value) {
  ByteReader reader(row_value);
  uint8_t version = 0;
  int64_t reserved_until_ms = 0;
  const bool is_whole = reader.read_u8(version) && reader.read_be_int64(reserved_until_ms) &&
                        reader.at_end() && version == kReservationVersion;
  if (!is_whole || reserved_until_ms < 0 || reserved_until_ms > KeyVersionIssuer::kEndMs) {
    return std::nullopt;
  }
  return reserved_until_ms;
}

Bytes database_order_key() {
  return Bytes(kDatabaseOrderKey);
}

Bytes encode_database_order(std::span<const size_t> order) {
  Bytes row_value;
  append_u8(row_value, kDatabaseOrderVersion);
  for (const size_t place : order) append_be32(row_value, static_cast<uint32_t>(place));
  return row_value;
}

std::optional<std::vector<size_t>> decode_database_order(BytesView row_value) {
  ByteReader reader(row_value);
  uint8_t version = 0;
  if (!reader.read_u8(version) || version != kDatabaseOrderVersion) return std::nullopt;
  std::vector<size_t> order;
  std::vector<bool> seen((row_value.size() - 1) / sizeof(uint32_t));
  while (!reader.at_end()) {
    uint32_t place = 0;
    if (!reader.read_be32(place) || place >= seen.size() || seen[place]) return std::nullopt;
    seen[place] = true;
    order.push_back(place);
  }
  return order;
}

Bytes function_library_key(BytesView name) {
  return joined(kFunctionLibraryHead, name);
}

KeyRange all_function_libraries() {
  return rows_with_prefix(Bytes(kFunctionLibraryHead));
}

std::optional<BytesView> library_of_row_key(BytesView row) {
  if (!row.starts_with(kFunctionLibraryHead)) return std::nullopt;
  return row.substr(kFunctionLibraryHead.size());
}

Bytes encode_function_library(BytesView code) {
  Bytes row_value;
  append_u8(row_value, kFunctionLibraryVersion);
  return row_value.append(code);
}

std::optional<BytesView> decode_function_library(BytesView row_value) {
  ByteReader reader(row_value);
  uint8_t version = 0;
  if (!reader.read_u8(version) || version != kFunctionLibraryVersion) return std::nullopt;
  return reader.rest();
}

Bytes gc_progress_key(BytesView namespace_name) {
  return joined(kGcProgressHead, namespace_name);
}

Bytes encode_gc_progress(const GcProgress& progress) {
  Bytes row_value;
  append_u8(row_value, kGcProgressVersion);
  append_u8(row_value, progress.is_running ? 1 : 0);
  append_be_int64(row_value, progress.round);
  append_be_int64(row_value, progress.started_ms);
  append_be_int64(row_value, progress.ended_ms);
  return row_value.append(progress.position);
}

std::optional<GcProgress> decode_gc_progress(BytesView row_value) {
  ByteReader reader(row_value);
  GcProgress progress;
  uint8_t version = 0;
  uint8_t state = 0;
  const bool is_whole =
      reader.read_u8(version) && reader.read_u8(state) && reader.read_be_int64(progress.round) &&
      reader.read_be_int64(progress.started_ms) && reader.read_be_int64(progress.ended_ms);
  if (!is_whole || version != kGcProgressVersion || state > 1) return std::nullopt;
  if (progress.round < 0 || progress.started_ms < 0 || progress.ended_ms < 0) return std::nullopt;
  progress.is_running = state == 1;
  progress.position = Bytes(reader.rest());
  return progress;
}

Bytes gc_lease_key(BytesView namespace_name) {
  return joined(kGcLeaseHead, namespace_name);
}

Bytes encode_gc_lease(const GcLease& lease) {
  Bytes row_value;
  append_u8(row_value, kGcLeaseVersion);
  append_be_int64(row_value, lease.until_ms);
  return row_value.append(lease.owner);
}

std::optional<GcLease> decode_gc_lease(BytesView row_value) {
  ByteReader reader(row_value);
  GcLease lease;
  uint8_t version = 0;
  const bool is_whole = reader.read_u8(version) && reader.read_be_int64(lease.until_ms);
  if (!is_whole || version != kGcLeaseVersion || lease.until_ms < 0) return std::nullopt;
  lease.owner = Bytes(reader.rest());
  return lease;
}

Bytes share_owner_key(uint16_t share) {
  Bytes key(kShareOwnerHead);
  append_be16(key, share);
  return key;
}

Bytes encode_share_owner(const ShareOwner& owner) {
  Bytes row_value;
  append_u8(row_value, kShareOwnerVersion);
  append_be_int64(row_value, owner.epoch);
  return row_value.append(owner.node);
}

std::optional<ShareOwner> decode_share_owner(BytesView row_value) {
  ByteReader reader(row_value);
  ShareOwner owner;
  uint8_t version = 0;
  const bool is_whole = reader.read_u8(version) && reader.read_be_int64(owner.epoch);
  if (!is_whole || version != kShareOwnerVersion || owner.epoch < 1) return std::nullopt;
  owner.node = Bytes(reader.rest());
  return owner;
}

Bytes share_beat_key(uint16_t share) {
  Bytes key(kShareBeatHead);
  append_be16(key, share);
  return key;
}

Bytes encode_share_beat(const ShareBeat& beat) {
  Bytes row_value;
  append_u8(row_value, kShareBeatVersion);
  append_u8(row_value, beat.is_left ? 1 : 0);
  append_be_int64(row_value, beat.beat);
  append_be_int64(row_value, beat.horizon_ms);
  return row_value;
}

std::optional<ShareBeat> decode_share_beat(BytesView row_value) {
  ByteReader reader(row_value);
  ShareBeat beat;
  uint8_t version = 0;
  uint8_t state = 0;
  const bool is_whole = reader.read_u8(version) && reader.read_u8(state) &&
                        reader.read_be_int64(beat.beat) && reader.read_be_int64(beat.horizon_ms) &&
                        reader.at_end();
  if (!is_whole || version != kShareBeatVersion || state > 1) return std::nullopt;
  if (beat.beat < 0 || beat.horizon_ms < 0) return std::nullopt;
  beat.is_left = state == 1;
  return beat;
}

}  // namespace keemun::format
