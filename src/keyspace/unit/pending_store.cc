#include "keyspace/unit/pending_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "keyspace/unit/commit_among.h"

namespace keemun::keyspace {

std::optional<Bytes> PendingStore::Departed::get(BytesView key) {
  return overlay.get(below, key);
}

std::vector<std::optional<Bytes>> PendingStore::Departed::multi_get(std::span<const Bytes> keys) {
  return overlay.multi_get(below, keys);
}

ports::ScanPage PendingStore::Departed::scan(const ports::ScanRequest& request) {
  return overlay.scan(below, request);
}

ports::PassedRows PendingStore::Departed::pass_over(const ports::ScanRequest& request) {
  return overlay.pass_over(below, request);
}

// Nothing is compared before the flush.
ports::Capabilities PendingStore::capabilities() const {
  ports::Capabilities capabilities = below_.capabilities();
  capabilities.conditional_batch = false;
  capabilities.batch_bytes_max -= others_bytes_;
  return capabilities;
}

void PendingStore::expect(std::span<const ports::WriteBatch::Expectation> expectations) {
  CHECK(expectations.empty() || is_atomic_);
  expectations_.insert(expectations_.end(), expectations.begin(), expectations.end());
}

std::optional<Bytes> PendingStore::get(BytesView key) {
  return overlay_.get(departed_, key);
}

std::vector<std::optional<Bytes>> PendingStore::multi_get(std::span<const Bytes> keys) {
  return overlay_.multi_get(departed_, keys);
}

ports::ScanPage PendingStore::scan(const ports::ScanRequest& request) {
  return overlay_.scan(departed_, request);
}

ports::PassedRows PendingStore::pass_over(const ports::ScanRequest& request) {
  if (!counts_ || overlay_.empty() || !request.mark.bytes.empty()) {
    return overlay_.pass_over(departed_, request);
  }
  return counts_->pass_over(request,
                            [this](const ports::ScanRequest& part) { return read_over(part); });
}

// Up to the next row that is pending at once, and beside such a row few, to be read again when it
// is written again.
ports::PassedRows PendingStore::read_over(const ports::ScanRequest& part) {
  ports::ScanRequest wanted = part;
  if (overlay_.writes_beside(part)) {
    wanted.rows_max = std::min(wanted.rows_max, counts_->part_rows());
  }
  ports::PassedRows passed = overlay_.pass_over(departed_, wanted);
  counts_->add(part, passed);
  return passed;
}

void PendingStore::remember_counts() {
  constexpr size_t kCountsBytesMax = size_t{1} << 20;
  counts_.emplace(kCountsBytesMax, RowCounts::Grain());
}

void PendingStore::commit(const ports::WriteBatch& batch) {
  ports::WriteBatch copy = batch;
  hand_over(copy);
}

void PendingStore::hand_over(ports::WriteBatch& batch) {
  CHECK(batch.expectations.empty());
  ++commit_count_;
  if (!is_atomic_) in_order_.push_back(batch);
  if (counts_) counts_->change(batch);
  // It goes below as it came: no stages.
  overlay_.write_all(batch, ports::Stage::kPut);
}

void PendingStore::adopt(std::vector<std::unique_ptr<ports::Participant>> participants) {
  std::move(participants.begin(), participants.end(), std::back_inserter(participants_));
}

void PendingStore::flush() {
  // A flush that fails has forgotten everything too: nothing of it is sent again.
  const auto participants = std::exchange(participants_, {});
  auto batches = std::exchange(in_order_, {});
  const bool has_writes = !overlay_.empty();
  if (counts_) counts_->clear();
  ports::WriteBatch whole = overlay_.take();
  whole.expectations = std::exchange(expectations_, {});
  if (is_atomic_ && has_writes) batches.push_back(std::move(whole));
  commit_among(participants, [&] { commit_in_order(batches); });
}

void PendingStore::depart() {
  CHECK(is_atomic_ && participants_.empty() && expectations_.empty() && departed_.overlay.empty());
  std::swap(departed_.overlay, overlay_);
}

void PendingStore::drop() {
  departed_.overlay.clear();
  overlay_.clear();
  if (counts_) counts_->clear();
  expectations_.clear();
  in_order_.clear();
  participants_.clear();
}

void PendingStore::commit_in_order(std::span<ports::WriteBatch> batches) {
  bool has_committed = false;
  try {
    for (ports::WriteBatch& batch : batches) {
      below_.hand_over(batch);
      has_committed = true;
    }
  } catch (const ports::StoreError& error) {
    if (!has_committed) throw;
    throw ports::StoreError(ports::StoreError::Kind::kUnknownOutcome, error.text());
  }
}

}  // namespace keemun::keyspace
