// A store with commits that are not in it yet laid over it. Units of work commit into it and see
// each other's writes; flush() takes all of them to the store below as one batch. MULTI/EXEC is a
// pending store that is flushed once, and so is a group commit of many commands.
//
// Only for stores whose batches are atomic: the order of rows inside a unit is not kept. Whoever
// joined a unit is told at the flush. One that is destroyed without a flush leaves no trace.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "keyspace/write_overlay.h"
#include "ports/kv_store.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class PendingStore final : public ports::KvStore {
 public:
  explicit PendingStore(ports::KvStore& below) : below_(below) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;

  void adopt(std::vector<std::unique_ptr<ports::Participant>> participants);

  // One commit below, if there is anything to commit.
  void flush();

 private:
  ports::KvStore& below_;
  WriteOverlay overlay_;
  std::vector<std::unique_ptr<ports::Participant>> participants_;
};

}  // namespace keemun::keyspace
