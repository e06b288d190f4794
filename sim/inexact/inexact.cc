#include "inexact/inexact.h"

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

bool is_allowed(const Blindness& blind, std::span<const Bytes> args, const Reply& expected,
                const Reply& observed) {
  if (expected.kind() != Reply::Kind::kInteger || observed.kind() != Reply::Kind::kInteger) {
    return false;
  }
  const Bytes name = ascii_lower(args[0]);
  const bool of_hash = name == "hset" || name == "hdel";
  const bool of_set = name == "sadd" || name == "srem";
  if (!(of_hash && blind.of_hashes) && !(of_set && blind.of_sets)) return false;
  return observed.integer() == distinct_count(args, 2, name == "hset" ? 2 : 1);
}

}  // namespace keemun::inexact
