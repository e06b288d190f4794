// Every row is found where the rule says it lies: exhaustive over rows that stand at the edges of
// the families, for all ranges between two of them.
#include "rocks/row_families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "format/ardb_ordered_form.h"
#include "format/expiry_index.h"

namespace keemun::rocks {
namespace {

std::vector<Bytes> rows_at_edges() {
  std::vector<Bytes> rows = {"", "a", "a#", "a$", "x#record", "\xff"};
  for (const char* mark : {"m#", "s#", "k#", "i#"}) {
    rows.emplace_back(mark);
    rows.push_back(Bytes(mark) + "key");
    rows.push_back(Bytes("\x00\x00\x00\x05slot", 8) + mark + "key");
    rows.push_back("a#345678" + Bytes(mark) + "key");  // a front goes before what stands behind it
  }
  for (const char* name : {"", "__TTL_DB_", "__TTL_DB__", "__TTL_DB__2", "z"}) {
    const auto all = format::ardb_namespace_rows(name);
    rows.push_back(all.begin);
    rows.push_back(all.begin + "key");
    rows.push_back(all.end);
    rows.push_back(format::expiry_row(name, 1'700'000'000'000, "key"));
    rows.push_back(format::expiry_rows(name).begin);
    rows.push_back(format::expiry_rows(name).end);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

TEST(RowFamilies, KeepTheIndexesOfExpiryApartFromTheRowsOfTheirFamily) {
  EXPECT_EQ(kind_of_row(format::expiry_row("0", 1, "key")), RowKind::kExpiry);
  EXPECT_EQ(kind_of_row(format::ardb_namespace_rows("0").begin + "key"), RowKind::kArdb);
  const auto index = format::expiry_rows("0");
  EXPECT_EQ(kind_of_range(index.begin, index.end), RowKind::kExpiry);
  const auto other = format::ardb_namespace_rows("0");
  EXPECT_EQ(kind_of_range(other.begin, other.end), RowKind::kArdb);
}

TEST(RowFamilies, HoldEveryRowOfEveryRange) {
  const std::vector<Bytes> rows = rows_at_edges();
  for (const Bytes& begin : rows) {
    for (const Bytes& end : rows) {
      const auto kind = kind_of_range(begin, end);
      const auto runs = family_runs(begin, end, {});
      for (const Bytes& row : rows) {
        if (row < begin || row >= end) continue;
        EXPECT_EQ(kind.value_or(kind_of_row(row)), kind_of_row(row))
            << begin << " " << row << " " << end;
        EXPECT_TRUE(std::any_of(runs.begin(), runs.end(),
                                [&row](const FamilyRun& run) {
                                  return run.kind == kind_of_row(row) && run.begin <= row &&
                                         row < run.end;
                                }))
            << begin << " " << row << " " << end;
      }
    }
  }
}

}  // namespace
}  // namespace keemun::rocks
