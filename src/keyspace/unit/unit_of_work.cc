#include "keyspace/unit/unit_of_work.h"

#include <utility>

#include "base/check.h"
#include "keyspace/unit/commit_among.h"
#include "keyspace/unit/pending_store.h"

namespace keemun::keyspace {

using ports::StoreError;

std::optional<Bytes> UnitOfWork::get(BytesView key) {
  return overlay_.get(store_, key);
}

std::vector<std::optional<Bytes>> UnitOfWork::multi_get(std::span<const Bytes> keys) {
  return overlay_.multi_get(store_, keys);
}

ports::ScanPage UnitOfWork::scan(const ports::ScanRequest& request) {
  constexpr size_t kRowsRemembered = size_t{16} << 10;
  ports::ScanRequest asked = request;
  asked.is_sweep |= rows_scanned_ >= kRowsRemembered;
  ports::ScanPage page = overlay_.scan(store_, asked);
  if (asked.values == ports::Values::kWhole) rows_scanned_ += page.rows.size();
  return page;
}

ports::PassedRows UnitOfWork::pass_over(const ports::ScanRequest& request) {
  return overlay_.pass_over(store_, request);
}

std::vector<MetaChange> UnitOfWork::meta_changes(const KeyMetas& metas) const {
  std::vector<MetaChange> changes;
  for (size_t row = 0; row < overlay_.row_count(); ++row) {
    const ports::WriteBatch::Write* const write = overlay_.write_of(row);
    if (write == nullptr || !metas.is_meta(write->key)) continue;
    const std::optional<Bytes>* before = overlay_.before(row);
    MetaChange change;
    change.is_known = before != nullptr;
    if (change.is_known && *before) change.before = metas.side_of(**before);
    if (!write->is_erase) change.after = metas.side_of(write->value);
    if (change.is_known && change.before == change.after) continue;
    change.row = write->key;
    changes.push_back(std::move(change));
  }
  return changes;
}

void UnitOfWork::begin_row(size_t key_bytes, size_t value_bytes) {
  constexpr size_t kRowsAtOnce = 256;
  check_size(key_bytes, value_bytes);
  if (++rows_begun_ % kRowsAtOnce == 0) let_others_go();
}

void UnitOfWork::put(Bytes key, Bytes value, ports::Stage stage, ports::WasThere was_there) {
  begin_row(key.size(), value.size());
  overlay_.write({std::move(key), std::move(value), false, was_there}, stage);
}

void UnitOfWork::erase(Bytes key, ports::Stage stage, ports::WasThere was_there) {
  if (key.size() > capabilities_.key_bytes_max) return;  // nobody can have put it
  begin_row(key.size(), 0);
  overlay_.write({std::move(key), Bytes(), true, was_there}, stage);
}

void UnitOfWork::put_at(size_t row, Bytes&& value, ports::Stage stage) {
  check_size(overlay_.key_of(row).size(), value.size());
  overlay_.put_at(row, std::move(value), stage);
}

void UnitOfWork::erase_at(size_t row, ports::Stage stage) {
  check_size(overlay_.key_of(row).size(), 0);
  overlay_.erase_at(row, stage);
}

void UnitOfWork::erase_range(Bytes begin, Bytes end) {
  overlay_.erase_range(std::move(begin), std::move(end));
}

void UnitOfWork::join(std::unique_ptr<ports::Participant> participant) {
  participants_.push_back(std::move(participant));
}

void UnitOfWork::check_size(size_t key_bytes, size_t value_bytes) const {
  if (key_bytes > capabilities_.key_bytes_max) {
    throw StoreError(StoreError::Kind::kTooLarge, "key is larger than the store takes");
  }
  if (value_bytes > capabilities_.value_bytes_max) {
    throw StoreError(StoreError::Kind::kTooLarge, "value is larger than the store takes");
  }
  if (overlay_.byte_count() + key_bytes + value_bytes > capabilities_.batch_bytes_max) {
    throw_too_much();
  }
}

void UnitOfWork::throw_too_much() {
  throw StoreError(StoreError::Kind::kTooLarge, "command writes more than the store takes at once");
}

size_t UnitOfWork::bytes_left() const {
  const size_t taken = overlay_.byte_count();
  return taken < capabilities_.batch_bytes_max ? capabilities_.batch_bytes_max - taken : 0;
}

void UnitOfWork::put_in_order() {
  constexpr size_t kVeryMany = size_t{16} << 10;
  if (!capabilities_.atomic_batch || overlay_.row_count() < kVeryMany) return;
  overlay_.put_in_order([this] { let_others_go(); });
}

void UnitOfWork::commit() {
  commit_among(participants_, [this] {
    if (overlay_.empty()) return;
    ports::WriteBatch batch = overlay_.take();
    batch.expectations = std::move(expectations_);
    store_.hand_over(batch);
  });
  participants_.clear();
}

void UnitOfWork::commit_into(PendingStore& pending) {
  CHECK(expectations_.empty());
  const bool is_one_batch = capabilities_.atomic_batch;
  if (is_one_batch &&
      pending.byte_count() + overlay_.byte_count() > capabilities_.batch_bytes_max) {
    throw_too_much();
  }
  if (!overlay_.empty()) {
    ports::WriteBatch batch = overlay_.take();
    pending.hand_over(batch);
  }
  pending.adopt(std::move(participants_));
}

}  // namespace keemun::keyspace
