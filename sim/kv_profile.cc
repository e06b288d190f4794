#include "sim/kv_profile.h"

namespace keemun::sim {

using plan::Fault;

namespace {

constexpr size_t kKeyBytesMax = 1 << 20;
// The longest string, and what a row says of it besides.
constexpr size_t kValueBytesMax = (size_t{512} << 20) + (size_t{64} << 10);
constexpr size_t kBatchBytesMax = size_t{1} << 30;
constexpr int64_t kLateWriteMs = 20'000;

constexpr BytesView kNames[] = {"memory", "rocksdb", "tikv_raw", "tikv_txn"};

}  // namespace

KvProfile KvProfile::memory() {
  KvProfile profile;
  profile.capabilities.atomic_batch = true;
  profile.capabilities.cheap_range_erase = true;
  profile.capabilities.conditional_batch = true;
  profile.capabilities.key_bytes_max = kKeyBytesMax;
  profile.capabilities.value_bytes_max = kValueBytesMax;
  profile.capabilities.batch_bytes_max = kBatchBytesMax;
  return profile;
}

std::optional<KvProfile> KvProfile::named(BytesView name) {
  KvProfile profile = memory();
  if (name == "memory") return profile;
  if (name == "rocksdb") {
    profile.loses_unsynced = true;
    profile.capabilities.conditional_batch = false;
    profile.faults = {Fault::kKvRefused, Fault::kKvLost, Fault::kKvAnswerLost, Fault::kKvSync,
                      Fault::kCrash};
  } else if (name == "tikv_txn") {
    profile.capabilities.late_write_ms = kLateWriteMs;
    profile.detects_conflicts = true;
    profile.faults = {Fault::kKvRefused, Fault::kKvLost, Fault::kKvAnswerLost, Fault::kKvLate,
                      Fault::kCrash};
  } else if (name == "tikv_raw") {
    profile.capabilities.atomic_batch = false;
    profile.capabilities.cheap_range_erase = false;
    profile.capabilities.conditional_batch = false;
    profile.capabilities.late_write_ms = kLateWriteMs;
    profile.faults = {Fault::kKvRefused, Fault::kKvLost, Fault::kKvAnswerLost,
                      Fault::kKvLate,    Fault::kKvTorn, Fault::kCrash};
  } else {
    return std::nullopt;
  }
  profile.name = name;
  return profile;
}

std::span<const BytesView> KvProfile::names() {
  return kNames;
}

}  // namespace keemun::sim
