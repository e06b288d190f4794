#include "gc/lease.h"

namespace keemun::gc {

LeaseAnswer ask_for_lease(const std::optional<format::GcLease>& held, BytesView owner,
                          int64_t now_ms, int64_t lease_ms) {
  const bool is_ours = held && held->owner == owner;
  if (held && !is_ours && held->until_ms > now_ms) return {false, std::nullopt};
  if (is_ours && held->until_ms - now_ms > lease_ms / 2) return {true, std::nullopt};
  return {true, format::GcLease{Bytes(owner), now_ms + lease_ms}};
}

}  // namespace keemun::gc
