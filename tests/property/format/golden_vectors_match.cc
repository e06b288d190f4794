// Law: every vector of spec/vectors is what format writes, and format reads every vector back.
#include <gtest/gtest.h>

#include <cmath>

#include "format/cache_keys.h"
#include "format/key_layout.h"
#include "format/key_meta.h"
#include "format/store_records.h"
#include "format/stream_members.h"
#include "vector_file.h"

namespace keemun::format {
namespace {

LayoutKind layout_kind(const std::string& name) {
  if (name == "plain") return LayoutKind::kPlain;
  return name == "md5" ? LayoutKind::kMd5 : LayoutKind::kSlot;
}

KeyLayout layout_of(const GoldenVector& vector) {
  return KeyLayout(layout_kind(vector.text("layout")), vector.bytes("namespace"));
}

KeyVersion version_of(const GoldenVector& vector) {
  return KeyVersion(vector.number("version"));
}

template <typename Parts>
void expect_generation(const Decoded<Parts>& decoded, const GoldenVector& vector) {
  ASSERT_TRUE(decoded.is_ours());
  EXPECT_EQ(decoded.parts.key, vector.bytes("key"));
  EXPECT_EQ(decoded.parts.version, version_of(vector));
}

void check_key(const GoldenVector& vector) {
  const KeyLayout layout = layout_of(vector);
  const Bytes key = vector.bytes("key");
  const Bytes row = vector.result_bytes();
  if (vector.kind == "meta_key") {
    EXPECT_EQ(to_hex(layout.meta_key(key)), vector.result);
    const auto decoded = layout.decode_meta_key(row);
    ASSERT_TRUE(decoded.is_ours());
    EXPECT_EQ(decoded.parts.key, key);
    return;
  }
  const KeyGeneration rows = layout.generation(key, version_of(vector));
  if (vector.kind == "list_key") {
    const ListPosition position(vector.number("position"));
    EXPECT_EQ(to_hex(rows.list_key(position)), vector.result);
    const auto decoded = layout.decode_sub_key(row);
    expect_generation(decoded, vector);
    EXPECT_EQ(ListPosition::decode(decoded.parts.member), position);
    return;
  }
  const Bytes member = vector.bytes("member");
  if (vector.kind == "sub_key") {
    EXPECT_EQ(to_hex(rows.sub_key(member)), vector.result);
    const auto decoded = layout.decode_sub_key(row);
    expect_generation(decoded, vector);
    EXPECT_EQ(decoded.parts.member, member);
  } else if (vector.kind == "score_key") {
    const OrderedScore score(vector.bits("score"));
    EXPECT_EQ(to_hex(rows.score_key(score, member)), vector.result);
    const auto decoded = layout.decode_score_key(row);
    expect_generation(decoded, vector);
    EXPECT_EQ(decoded.parts.score, score);
    EXPECT_EQ(decoded.parts.member, member);
  } else {
    ASSERT_EQ(vector.kind, "index_key");
    const MemberIndex index(member);
    EXPECT_EQ(to_hex(rows.index_key(index)), vector.result);
    const auto decoded = layout.decode_index_key(row);
    expect_generation(decoded, vector);
    EXPECT_EQ(decoded.parts.index, index);
  }
}

void check_meta(const GoldenVector& vector) {
  const auto encoding = encoding_of(static_cast<KeyType>(vector.number("type")),
                                    static_cast<uint8_t>(vector.number("encode_version")));
  ASSERT_TRUE(encoding.has_value());
  const KeyMeta meta{*encoding,
                     version_of(vector),
                     vector.number("expire"),
                     vector.number("count"),
                     ListPosition(vector.number("first")),
                     {}};
  const Bytes row = vector.result_bytes();
  EXPECT_EQ(decode_key_meta(row), meta);
  if (*encoding == Encoding::kString) {
    EXPECT_EQ(to_hex(encode_string_meta(meta, vector.bytes("value"))), vector.result);
    EXPECT_EQ(string_value_of(row), vector.bytes("value"));
  } else {
    EXPECT_EQ(to_hex(encode_key_meta(meta)), vector.result);
  }
}

void check_value(const GoldenVector& vector) {
  const Bytes bytes = vector.result_bytes();
  if (vector.kind == "meta_value") {
    check_meta(vector);
  } else if (vector.kind == "ordered_score") {
    const OrderedScore score(vector.bits("score"));
    EXPECT_EQ(to_hex(score.bytes()), vector.result);
    EXPECT_EQ(OrderedScore::decode(bytes), score);
    EXPECT_EQ(score.number(), vector.bits("score"));
  } else if (vector.kind == "score_text") {
    EXPECT_EQ(ScoreText(vector.bits("score")).bytes(), bytes);
    const auto read = ScoreText::decode(bytes);
    EXPECT_EQ(read, vector.bits("score"));
    EXPECT_EQ(std::signbit(read.value()), std::signbit(vector.bits("score")));
  } else if (vector.kind == "score_row_value") {
    EXPECT_EQ(score_row_value(vector.bits("score")), bytes);
  } else if (vector.kind == "member_index") {
    const MemberIndex index(vector.bytes("member"));
    EXPECT_EQ(to_hex(index.bytes()), vector.result);
    EXPECT_EQ(MemberIndex::decode(bytes), index);
  } else {
    ASSERT_EQ(vector.kind, "list_position");
    const ListPosition position(vector.number("position"));
    const auto ordered = position.bytes();
    EXPECT_EQ(to_hex(BytesView(ordered.data(), ordered.size())), vector.result);
    EXPECT_EQ(ListPosition::decode(bytes), position);
  }
}

void check_name(const GoldenVector& vector) {
  const CacheKeys names(vector.bytes("namespace"));
  const Bytes key = vector.bytes("key");
  const KeyVersion version = version_of(vector);
  if (vector.kind == "collection_name") {
    EXPECT_EQ(to_hex(names.collection_key(key, version)), vector.result);
  } else if (vector.kind == "field_name") {
    EXPECT_EQ(to_hex(names.field_key(key, version, vector.bytes("field"))), vector.result);
  } else {
    ASSERT_EQ(vector.kind, "member_name");
    EXPECT_EQ(to_hex(names.member_key(key, version, MemberIndex(vector.bytes("member")))),
              vector.result);
  }
}

void check_key_version(const GoldenVector& vector) {
  const int64_t ms = vector.number("ms");
  KeyVersionIssuer issuer(IssuerNumber(static_cast<uint8_t>(vector.number("issuer"))), 0);
  issuer.reserve(ms + 1);
  std::optional<KeyVersion> version;
  for (int64_t i = 0; i <= vector.number("counter"); ++i) version = issuer.issue(ms);
  ASSERT_TRUE(version.has_value());
  EXPECT_EQ(version->value, std::stoll(vector.result, nullptr, 16));
  EXPECT_EQ(creation_ms(*version), ms);
}

bool is_of_a_share(const GoldenVector& vector) {
  return vector.kind.starts_with("share_");
}

void check_share_record(const GoldenVector& vector) {
  if (vector.kind == "share_owner_key") {
    const auto share = static_cast<uint16_t>(vector.number("share"));
    EXPECT_EQ(to_hex(share_owner_key(share)), vector.result);
  } else if (vector.kind == "share_beat_key") {
    const auto share = static_cast<uint16_t>(vector.number("share"));
    EXPECT_EQ(to_hex(share_beat_key(share)), vector.result);
  } else if (vector.kind == "share_owner") {
    const ShareOwner owner{vector.number("epoch"), vector.bytes("node")};
    EXPECT_EQ(to_hex(encode_share_owner(owner)), vector.result);
    EXPECT_EQ(decode_share_owner(vector.result_bytes()), owner);
  } else {
    ASSERT_EQ(vector.kind, "share_beat");
    const ShareBeat beat{vector.number("left") != 0, vector.number("beat"),
                         vector.number("horizon")};
    EXPECT_EQ(to_hex(encode_share_beat(beat)), vector.result);
    EXPECT_EQ(decode_share_beat(vector.result_bytes()), beat);
  }
}

void check_record(const GoldenVector& vector) {
  if (is_of_a_share(vector)) return check_share_record(vector);
  if (vector.kind == "namespace_record_key") {
    const Bytes row = namespace_record_key(vector.bytes("namespace"));
    EXPECT_EQ(to_hex(row), vector.result);
    EXPECT_TRUE(all_namespace_records().contains(row));
    EXPECT_EQ(namespace_of_record_key(row), vector.bytes("namespace"));
  } else if (vector.kind == "gc_progress_record_key") {
    EXPECT_EQ(to_hex(gc_progress_key(vector.bytes("namespace"))), vector.result);
  } else if (vector.kind == "gc_lease_record_key") {
    EXPECT_EQ(to_hex(gc_lease_key(vector.bytes("namespace"))), vector.result);
  } else if (vector.kind == "namespace_record") {
    const NamespaceRecord record{static_cast<EncodingFamily>(vector.number("family")),
                                 layout_kind(vector.text("layout")),
                                 static_cast<ScoreForm>(vector.number("score_form"))};
    EXPECT_EQ(to_hex(encode_namespace_record(record)), vector.result);
    EXPECT_EQ(decode_namespace_record(vector.result_bytes()), record);
  } else if (vector.kind == "version_reservation_key") {
    const IssuerNumber issuer(static_cast<uint8_t>(vector.number("issuer")));
    EXPECT_EQ(to_hex(version_reservation_key(issuer)), vector.result);
  } else if (vector.kind == "version_reservation") {
    EXPECT_EQ(to_hex(encode_version_reservation(vector.number("until"))), vector.result);
    EXPECT_EQ(decode_version_reservation(vector.result_bytes()), vector.number("until"));
  } else if (vector.kind == "function_library_key") {
    const Bytes key = function_library_key(vector.bytes("name"));
    EXPECT_EQ(to_hex(key), vector.result);
    EXPECT_EQ(library_of_row_key(key), vector.bytes("name"));
  } else if (vector.kind == "function_library") {
    const Bytes row = vector.result_bytes();
    EXPECT_EQ(to_hex(encode_function_library(vector.bytes("code"))), vector.result);
    EXPECT_EQ(decode_function_library(row), vector.bytes("code"));
  } else if (vector.kind == "database_order_key") {
    EXPECT_EQ(to_hex(database_order_key()), vector.result);
  } else if (vector.kind == "database_order") {
    const std::vector<size_t> order = vector.numbers("order");
    EXPECT_EQ(to_hex(encode_database_order(order)), vector.result);
    EXPECT_EQ(decode_database_order(vector.result_bytes()), order);
  } else if (vector.kind == "key_version") {
    check_key_version(vector);
  } else if (vector.kind == "slot_prefix") {
    const Slot slot(static_cast<uint32_t>(vector.number("slot")));
    EXPECT_EQ(to_hex(slot_prefix(slot)), vector.result);
    EXPECT_EQ(slot_of_prefix(vector.result_bytes()), slot);
  } else {
    ASSERT_EQ(vector.kind, "slot_of_key");
    EXPECT_EQ(slot_of_key(vector.bytes("key")).value, std::stoul(vector.result, nullptr, 16));
  }
}

std::string verdict_name(RowVerdict verdict) {
  if (verdict == RowVerdict::kOurs) return "ours";
  return verdict == RowVerdict::kCorrupt ? "corrupt" : "not_ours";
}

template <typename Value>
std::string verdict_name(const std::optional<Value>& decoded) {
  return decoded ? "ours" : "corrupt";
}

std::string verdict_on(const GoldenVector& vector) {
  const Bytes row = vector.bytes("row");
  if (vector.kind == "meta_value") return verdict_name(decode_key_meta(row));
  if (vector.kind == "score_text") return verdict_name(ScoreText::decode(row));
  if (vector.kind == "namespace_record") return verdict_name(decode_namespace_record(row));
  if (vector.kind == "version_reservation") return verdict_name(decode_version_reservation(row));
  if (vector.kind == "database_order") return verdict_name(decode_database_order(row));
  if (vector.kind == "function_library") return verdict_name(decode_function_library(row));
  if (vector.kind == "share_owner") return verdict_name(decode_share_owner(row));
  if (vector.kind == "share_beat") return verdict_name(decode_share_beat(row));
  if (vector.kind == "stream_entry") return verdict_name(decode_stream_entry(row));
  if (vector.kind == "stream_group") return verdict_name(decode_stream_group(row));
  if (vector.kind == "stream_consumer") return verdict_name(decode_stream_consumer(row));
  if (vector.kind == "stream_pending") return verdict_name(decode_stream_pending(row));
  if (vector.kind == "list_position") return verdict_name(ListPosition::decode(row));
  const KeyLayout layout = layout_of(vector);
  if (vector.kind == "meta_key") return verdict_name(layout.decode_meta_key(row).verdict);
  if (vector.kind == "sub_key") return verdict_name(layout.decode_sub_key(row).verdict);
  if (vector.kind == "score_key") return verdict_name(layout.decode_score_key(row).verdict);
  if (vector.kind == "index_key") return verdict_name(layout.decode_index_key(row).verdict);
  return "no such decoder";
}

TEST(GoldenVectors, RowKeysMatch) {
  check_vectors("camellia_keys.txt", 800, check_key);
}

TEST(GoldenVectors, ValuesMatch) {
  check_vectors("camellia_values.txt", 200, check_value);
}

TEST(GoldenVectors, CacheNamesMatch) {
  check_vectors("camellia_names.txt", 100, check_name);
}

TEST(GoldenVectors, StoreRecordsMatch) {
  check_vectors("camellia_records.txt", 50, check_record);
}

TEST(GoldenVectors, WhatMustBeRefusedIs) {
  check_vectors("camellia_refused.txt", 200,
                [](const GoldenVector& vector) { EXPECT_EQ(verdict_on(vector), vector.result); });
}

}  // namespace
}  // namespace keemun::format
