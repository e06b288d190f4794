// The lease of the scan of one namespace: a row that names who scans, and until when. It spares
// double work and nothing else: two who both believe to have it do no harm, because each erases
// only what is dead (dead_rows.h).
//
// So it asks little of the store: a row that was written is what everybody reads. Taking it is a
// read and a write that another node may come between; the later one's name stays, and the
// earlier one sees that when it next looks, which is before each step.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/store_records.h"

namespace keemun::gc {

// Nobody takes a lease for longer: one that ends later was taken by a clock that was wrong, and is
// as none.
inline constexpr int64_t kLeaseMsMax = 60 * 60 * 1000;

// What to write to have the lease, or to keep it for longer; `owner` unchanged means nothing.
struct LeaseAnswer {
  bool is_ours = false;
  std::optional<format::GcLease> to_write;
};

// `now_ms` is that of the one who asks; clocks of nodes that differ cost double work, or waiting.
LeaseAnswer ask_for_lease(const std::optional<format::GcLease>& held, BytesView owner,
                          int64_t now_ms, int64_t lease_ms);

}  // namespace keemun::gc
