#include "sim/kv_door.h"

#include <algorithm>

#include "ports/store_error.h"

namespace keemun::sim {

using plan::Fault;
using ports::StoreError;
using ports::WriteBatch;

namespace {

// Rows about the store itself are not what an operation does.
bool is_record(const WriteBatch& batch) {
  return !batch.writes.empty() && batch.writes.front().key.starts_with("x#v");
}

}  // namespace

// A commit that its process did not live to see sent: it may be on its way all the same.
class KvDoor::OnItsWay {
 public:
  OnItsWay(KvDoor& door, const WriteBatch& batch, CommitTrack* track)
      : door_(door), batch_(batch), track_(track) {}
  OnItsWay(const OnItsWay&) = delete;
  OnItsWay& operator=(const OnItsWay&) = delete;
  ~OnItsWay() {
    if (is_sent || !door_.host_.is_dying() || door_.capabilities().late_write_ms == 0) return;
    door_.weather_.put_off(batch_,
                           [track = door_.shows(batch_) ? track_ : nullptr](uint64_t commit) {
                             if (track != nullptr) track->commit = commit;
                           });
  }

  bool is_sent = false;

 private:
  KvDoor& door_;
  const WriteBatch& batch_;
  CommitTrack* track_;
};

void KvDoor::begin_call() {
  host_.pause();
  weather_.pass_call();
  CommitTrack* track = host_.track();
  if (track != nullptr && track->commit == 0) track->last_call_at = host_.step();
  if (!weather_.refuses_call()) return;
  if (track != nullptr) ++track->refusals;
  throw StoreError(StoreError::Kind::kUnavailable, "refused");
}

std::optional<Bytes> KvDoor::get(BytesView key) {
  begin_call();
  auto value = kv_.get(key);
  host_.pause();
  return value;
}

std::vector<std::optional<Bytes>> KvDoor::multi_get(std::span<const Bytes> keys) {
  begin_call();
  auto values = kv_.multi_get(keys);
  host_.pause();
  return values;
}

ports::ScanPage KvDoor::scan(const ports::ScanRequest& request) {
  begin_call();
  auto page = kv_.scan(request);
  host_.pause();
  return page;
}

void KvDoor::commit(const WriteBatch& batch) {
  CommitTrack* track = is_record(batch) ? nullptr : host_.track();
  if (track != nullptr) ++track->attempts;
  {
    OnItsWay on_its_way(*this, batch, track);
    begin_call();
    on_its_way.is_sent = true;
  }
  const auto fault = weather_.next_commit();
  if (!fault) {
    write(batch, track);
    host_.pause();
    return;
  }
  switch (fault->fault) {
    case Fault::kKvAnswerLost:
      write(batch, track);
      break;
    case Fault::kKvLate:
      weather_.put_off(batch, [track = shows(batch) ? track : nullptr](uint64_t commit) {
        if (track != nullptr) track->commit = commit;
      });
      break;
    case Fault::kKvTorn: {
      WriteBatch part = batch;
      const size_t kept = std::min(static_cast<size_t>(fault->amount) + 1, batch.writes.size());
      part.writes.resize(kept);
      part.by_key.clear();
      write(part, track);
      if (track != nullptr && shows(part)) track->is_part = kept < batch.writes.size();
      break;
    }
    default:
      break;
  }
  host_.pause();
  if (is_record(batch)) host_.lost_a_record();
  throw StoreError(StoreError::Kind::kUnknownOutcome, "no answer");
}

bool KvDoor::shows(const WriteBatch& batch) const {
  if (!index_rows_ || !batch.range_erases.empty()) return true;
  constexpr size_t kSlotPrefixBytes = 8;
  const size_t family_at = *index_rows_ == format::LayoutKind::kSlot ? kSlotPrefixBytes : 0;
  return std::any_of(batch.writes.begin(), batch.writes.end(), [family_at](const auto& write) {
    return BytesView(write.key).substr(std::min(family_at, write.key.size()), 2) != "i#";
  });
}

void KvDoor::write(const WriteBatch& batch, CommitTrack* track) {
  if (!kv_.capabilities().atomic_batch) {
    write_by_row(batch, track);
  } else {
    if (weather_.dies_before_row()) host_.die();
    kv_.commit(batch);
  }
  if (track == nullptr) return;
  if (shows(batch)) track->commit = kv_.last_commit();
  track->is_part = false;
}

void KvDoor::write_by_row(const WriteBatch& batch, CommitTrack* track) {
  const auto write_part = [&](const WriteBatch& part) {
    if (weather_.dies_before_row()) host_.die();
    kv_.commit(part);
    if (track != nullptr && shows(part)) track->is_part = true;
    host_.pause();
  };
  for (const auto& range : batch.range_erases) write_part({{range}, {}, {}});
  for (const auto& write : batch.writes) write_part({{}, {write}, {}});
}

}  // namespace keemun::sim
