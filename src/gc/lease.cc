#include "gc/lease.h"

namespace keemun::gc {

LeaseAnswer ask_for_lease(const std::optional<format::GcLease>& held, BytesView owner,
                          int64_t now_ms, int64_t lease_ms) {
  const bool is_ours = held && held->owner == owner;
  const bool is_believable = held && held->until_ms <= now_ms + kLeaseMsMax;
  if (is_believable && !is_ours && held->until_ms > now_ms) return {false, std::nullopt};
  const bool is_fresh = is_believable && held->until_ms - now_ms > lease_ms / 2;
  if (is_ours && is_fresh) return {true, std::nullopt};
  return {true, format::GcLease{Bytes(owner), now_ms + lease_ms}};
}

}  // namespace keemun::gc
