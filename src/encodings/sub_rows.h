// The s# rows of one open key, as every encoding reads them: by member, in pages, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "encodings/open_key.h"
#include "ports/rows.h"

namespace keemun::encodings {

// Rows that one call asks of the store.
inline constexpr size_t kPageRows = 256;

std::optional<Bytes> read_sub_row(const OpenKey& key, BytesView member);
std::vector<std::optional<Bytes>> read_sub_rows(const OpenKey& key,
                                                std::span<const BytesView> members);

// One page of members behind `after`, or from the first; a row's key is cut down to its member.
std::vector<ports::Row> scan_sub_rows(const OpenKey& key, const std::optional<Bytes>& after,
                                      size_t rows_max, ports::Values values);

// The same without values.
std::vector<Bytes> scan_sub_members(const OpenKey& key, const std::optional<Bytes>& after,
                                    size_t members_max);
// Of a set, whose rows have none: they are asked for as whole rows, which are remembered in runs.
std::vector<Bytes> scan_set_members(const OpenKey& key, const std::optional<Bytes>& after,
                                    size_t members_max);

bool has_sub_rows(const OpenKey& key);
// The member of the last row; one row read from behind.
std::optional<Bytes> last_sub_row(const OpenKey& key);
// The members of the rows at these ranks: keys_at().
std::optional<std::vector<Bytes>> sub_members_at(const OpenKey& key,
                                                 std::span<const uint64_t> ranks);
// Counted: count_rows().
int64_t count_sub_rows(const OpenKey& key);

}  // namespace keemun::encodings
