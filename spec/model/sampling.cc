#include "model/sampling.h"

#include <algorithm>
#include <limits>

namespace keemun::model {

constexpr int64_t kCountMax = std::numeric_limits<int64_t>::max();

int64_t sample_argument(const Call& call, size_t index, bool pairs) {
  const int64_t count = call.integer_in(index, -kCountMax, kCountMax);
  if (pairs && (count < -kCountMax / 2 || count > kCountMax / 2)) {
    throw CommandError("ERR value is out of range");
  }
  return count;
}

SampleCount sample_count(int64_t asked, size_t size) {
  if (asked < 0)
    return {.elements = size == 0 ? 0 : static_cast<size_t>(-asked), .distinct = false};
  return {.elements = std::min(static_cast<size_t>(asked), size), .distinct = true};
}

std::optional<std::vector<Bytes>> sampled_names(const Reply& reply, bool pairs) {
  if (reply.kind() == Reply::Kind::kBulk) return std::vector<Bytes>{reply.text()};
  if (!reply.is_aggregate()) return std::nullopt;
  const auto& items = reply.items();
  const bool nested = !items.empty() && items.front().is_aggregate();
  std::vector<Bytes> names;
  for (size_t i = 0; i < items.size(); i += pairs && !nested ? 2 : 1) {
    if (nested && items[i].items().size() != 2) return std::nullopt;
    const Reply& name = nested ? items[i].items()[0] : items[i];
    if (name.kind() != Reply::Kind::kBulk) return std::nullopt;
    names.push_back(name.text());
  }
  return names;
}

bool has_repeats(std::vector<Bytes> names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

}  // namespace keemun::model
