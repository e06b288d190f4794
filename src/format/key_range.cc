#include "format/key_range.h"

#include <optional>
#include <utility>

#include "base/check.h"
#include "base/prefix_end.h"

namespace keemun::format {

KeyRange rows_with_prefix(Bytes prefix) {
  std::optional<Bytes> end = prefix_end(prefix);
  CHECK(end.has_value());
  return {std::move(prefix), *std::move(end)};
}

KeyRange rows_between(Bytes begin, Bytes end) {
  if (end < begin) end = begin;
  return {std::move(begin), std::move(end)};
}

Bytes row_after(Bytes row) {
  row.push_back('\0');
  return row;
}

}  // namespace keemun::format
