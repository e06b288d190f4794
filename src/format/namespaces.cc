#include "format/namespaces.h"

#include <algorithm>
#include <vector>

#include "format/slot_prefixes.h"

namespace keemun::format {
namespace {

// The families whose rows a plain or md5 namespace has, and the records of the store.
constexpr BytesView kRowLetters = "mskix";

bool one_starts_the_other(BytesView a, BytesView b) {
  return a.starts_with(b) || b.starts_with(a);
}

}  // namespace

bool namespaces_are_prefix_free(std::span<const BytesView> names) {
  std::vector<BytesView> ordered(names.begin(), names.end());
  std::sort(ordered.begin(), ordered.end());
  // A name stands directly before the names that begin with it.
  return std::adjacent_find(ordered.begin(), ordered.end(), [](BytesView a, BytesView b) {
           return b.starts_with(a);
         }) == ordered.end();
}

bool namespace_is_clear_of_slot_prefixes(BytesView name) {
  for (uint32_t slot = 0; slot < Slot::kCount; ++slot) {
    const BytesView prefix = slot_prefix(Slot(slot));
    if (prefix[1] != '#' || kRowLetters.find(prefix[0]) == BytesView::npos) continue;
    if (one_starts_the_other(prefix.substr(2), name)) return false;
  }
  return true;
}

}  // namespace keemun::format
