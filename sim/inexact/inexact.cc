#include "inexact/inexact.h"

#include <algorithm>
#include <set>

#include "base/ascii.h"

namespace keemun::inexact {

using resp::Reply;

namespace {

// Distinct words from `first` on, every `step`-th.
int64_t distinct_count(std::span<const Bytes> args, size_t first, size_t step) {
  std::set<BytesView> seen;
  for (size_t i = first; i < args.size(); i += step) seen.insert(args[i]);
  return static_cast<int64_t>(seen.size());
}

}  // namespace

std::vector<Bytes> blind_commands(const Blindness& blind) {
  std::vector<Bytes> names;
  if (blind.of_hashes) names.insert(names.end(), {"hset", "hdel"});
  if (blind.of_sets) names.insert(names.end(), {"sadd", "srem"});
  return names;
}

bool is_allowed(const Blindness& blind, std::span<const Bytes> args, const Reply& expected,
                const Reply& observed) {
  if (expected.kind() != Reply::Kind::kInteger || observed.kind() != Reply::Kind::kInteger) {
    return false;
  }
  const std::vector<Bytes> names = blind_commands(blind);
  const Bytes name = ascii_lower(args[0]);
  return std::find(names.begin(), names.end(), name) != names.end() &&
         observed.integer() == distinct_count(args, 2, name == "hset" ? 2 : 1);
}

}  // namespace keemun::inexact
