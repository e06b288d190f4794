#include "keyspace/pending_store.h"

#include <iterator>
#include <utility>

#include "keyspace/commit_among.h"

namespace keemun::keyspace {

std::optional<Bytes> PendingStore::get(BytesView key) {
  const WriteOverlay::Found found = overlay_.find(key);
  if (found.answer == WriteOverlay::Answer::kUnknown) return below_.get(key);
  return found.value != nullptr ? std::optional<Bytes>(*found.value) : std::nullopt;
}

std::vector<std::optional<Bytes>> PendingStore::multi_get(std::span<const Bytes> keys) {
  return overlay_.multi_get(below_, keys);
}

ports::ScanPage PendingStore::scan(const ports::ScanRequest& request) {
  return overlay_.scan(below_, request);
}

void PendingStore::commit(const ports::WriteBatch& batch) {
  for (const auto& range : batch.range_erases) overlay_.erase_range(range.begin, range.end);
  for (const auto& write : batch.writes) {
    if (write.is_erase) {
      overlay_.erase(write.key, ports::Stage::kErase);
    } else {
      overlay_.put(write.key, write.value, ports::Stage::kPut);
    }
  }
}

void PendingStore::adopt(std::vector<std::unique_ptr<ports::Participant>> participants) {
  std::move(participants.begin(), participants.end(), std::back_inserter(participants_));
}

void PendingStore::flush() {
  commit_among(participants_, [this] {
    if (!overlay_.empty()) below_.commit(overlay_.take(false));
  });
  participants_.clear();
}

}  // namespace keemun::keyspace
