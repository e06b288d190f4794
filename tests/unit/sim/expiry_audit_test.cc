// The auditor of the index of expiry: what it finds, and what each kind of store may leave there.
#include "audit/expiry_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"
#include "format/expiry_index.h"

namespace keemun::sim {
namespace {

using testing::HasSubstr;

constexpr ExpiryIndexRules kExact;
constexpr ExpiryIndexRules kKeptUntil5{true, 5, false};
constexpr ExpiryIndexRules kNotAtomic{true, 5, true};
constexpr ExpiryIndexRules kNotKept{false, 5, false};

Bytes fault(const Expiries& index, const Expiries& metas, const ExpiryIndexRules& rules) {
  return expiry_index_fault(index, metas, rules).value_or("");
}

TEST(ExpiryAudit, FindsARowThatIsMissing) {
  EXPECT_EQ(fault({{9, "k"}}, {{9, "k"}}, kExact), "");
  for (const auto& rules : {kExact, kKeptUntil5, kNotAtomic}) {
    EXPECT_THAT(fault({{9, "l"}}, {{9, "k"}, {9, "l"}}, rules), HasSubstr("'k' is not in"));
    EXPECT_THAT(fault({{8, "k"}}, {{9, "k"}}, rules), HasSubstr("'k' is not in"));
  }
}

TEST(ExpiryAudit, FindsARowTooManyWhereThereMayBeNone) {
  EXPECT_THAT(fault({{4, "k"}}, {}, kExact), HasSubstr("does not expire then"));
  EXPECT_THAT(fault({{6, "k"}}, {}, kKeptUntil5), HasSubstr("does not expire then"));
  EXPECT_THAT(fault({{4, "k"}}, {{4, "k"}}, kNotKept), "");
  EXPECT_THAT(fault({{4, "k"}}, {}, kNotKept), HasSubstr("does not expire then"));
  EXPECT_EQ(fault({}, {{4, "k"}}, kNotKept), "");
}

TEST(ExpiryAudit, LetsRowsStandThatTheSweepWillDrop) {
  EXPECT_EQ(fault({{5, "k"}}, {}, kKeptUntil5), "");
  EXPECT_EQ(fault({{99, "k"}}, {}, kNotAtomic), "");
}

TEST(ExpiryAudit, ReadsRowsByNamespaceAndRefusesOddOnes) {
  RowMap rows;
  rows[format::expiry_row("a", 7, "k")] = format::expiry_row_value();
  rows[format::expiry_row("ab", 8, "")] = format::expiry_row_value();
  rows["m#ak"] = "of the other family";
  const std::map<Bytes, Expiries> expected = {{"a", {{7, "k"}}}, {"ab", {{8, ""}}}};
  EXPECT_EQ(read_expiry_index(rows), expected);
  rows[format::expiry_row("a", 7, "k")] = "";
  EXPECT_THROW(read_expiry_index(rows), CommandError);
}

}  // namespace
}  // namespace keemun::sim
