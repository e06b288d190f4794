#include "format/store_records.h"

#include <gtest/gtest.h>

namespace keemun::format {
namespace {

TEST(NamespaceRecord, IsFoundWithoutKnowingTheLayout) {
  EXPECT_EQ(namespace_record_key("d"), "x#nd");
  EXPECT_TRUE(all_namespace_records().contains(namespace_record_key("")));
  EXPECT_TRUE(all_namespace_records().contains(namespace_record_key("\xff\xff")));
  EXPECT_FALSE(all_namespace_records().contains(gc_lease_key("d")));
  EXPECT_FALSE(all_namespace_records().contains(version_reservation_key(IssuerNumber(0))));
}

TEST(NamespaceRecord, NamesItsNamespace) {
  EXPECT_EQ(namespace_of_record_key(namespace_record_key("d")), "d");
  EXPECT_EQ(namespace_of_record_key(namespace_record_key("")), "");
  EXPECT_EQ(namespace_of_record_key(gc_progress_key("d")), std::nullopt);
}

TEST(NamespaceRecord, DiffersWhenTheLayoutDiffers) {
  EXPECT_NE(encode_namespace_record({EncodingFamily::kCamellia, LayoutKind::kMd5}),
            encode_namespace_record({EncodingFamily::kCamellia, LayoutKind::kSlot}));
}

TEST(NamespaceRecord, AScoreFormThatWeCannotReadIsRefused) {
  EXPECT_EQ(decode_namespace_record({"\x01\x01\x00\x01", 4}), std::nullopt);
}

TEST(DatabaseOrder, IsAPermutation) {
  const std::vector<size_t> order = {2, 0, 1};
  const Bytes row = encode_database_order(order);
  EXPECT_EQ(decode_database_order(row), order);
  EXPECT_EQ(decode_database_order(row.substr(0, row.size() - 4)), std::nullopt);
  const std::vector<size_t> twice = {0, 0};
  EXPECT_EQ(decode_database_order(encode_database_order(twice)), std::nullopt);
}

TEST(VersionReservation, BelongsToOneIssuer) {
  EXPECT_NE(version_reservation_key(IssuerNumber(0)), version_reservation_key(IssuerNumber(1)));
  EXPECT_EQ(version_reservation_key(IssuerNumber(255)), "x#v\xff");
}

TEST(VersionReservation, BeyondTheLastMillisecondIsRefused) {
  const int64_t end = KeyVersionIssuer::kEndMs;
  EXPECT_EQ(decode_version_reservation(encode_version_reservation(end)), end);
  EXPECT_EQ(decode_version_reservation(encode_version_reservation(end + 1)), std::nullopt);
  EXPECT_EQ(decode_version_reservation(encode_version_reservation(-1)), std::nullopt);
}

}  // namespace
}  // namespace keemun::format
