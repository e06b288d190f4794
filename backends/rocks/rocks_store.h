// The embedded store: KvStore on RocksDB, in one directory.
//
// To its callers it is one ordered space of rows. Inside, the rows of each kind lie in a column
// family of their own (row_families.h), tuned for how they are read; a batch is atomic over all of
// them and a page of a scan is a picture of one moment, whichever families it crosses.
//
// Calls block the thread and may come from any number of threads at once. Owns its directory for as
// long as it lives: a second one on it, in this process or another, refuses to open. Every failure
// is a StoreError; nothing of RocksDB crosses this header.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"
#include "rocks/rocks_options.h"
#include "rocks/row_families.h"

namespace keemun::rocks {

struct Statistic {
  Bytes name;  // "block_cache_usage_bytes"
  uint64_t value = 0;
};

struct Engine;

class RocksStore final : public ports::KvStore {
 public:
  // Opens the directory or creates it. Throws StoreError, and then no row has changed:
  // kUnavailable if somebody has it open or it is not a store's, kCorrupt if it is damaged.
  explicit RocksStore(const RocksOptions& options);
  ~RocksStore() override;
  RocksStore(const RocksStore&) = delete;
  RocksStore& operator=(const RocksStore&) = delete;

  ports::Capabilities capabilities() const override;
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;

  // The same reads for whom no disk may hold up: none where memory does not have the answer.
  template <typename Answer>
  using IfInMemory = std::optional<Answer>;
  IfInMemory<std::optional<Bytes>> get_from_memory(BytesView key);
  IfInMemory<std::vector<std::optional<Bytes>>> multi_get_from_memory(std::span<const Bytes> keys);
  IfInMemory<ports::ScanPage> scan_from_memory(const ports::ScanRequest& request);

  // Whether a commit may have to wait until what came before is in files.
  bool may_hold_writes_up() const;
  // Why anything but erasures would be refused now, if it would. Asks for room then, as a commit
  // that is refused does.
  std::optional<ports::StoreError> lack_of_space();

  // What was erased costs reads until that is in files, and space until those are compacted;
  // sync_now() sees to that, too. Begins both where they are due. From any thread that may wait for
  // the disk.
  void write_out_erased_rows();
  // From now on. Whoever commits may do so meanwhile.
  void set_wal_sync(WalSync when);
  // Every commit that has returned is safe from a loss of power when this returns.
  void sync_now();
  // A full and consistent copy as of now, hard links where it can; a RocksStore opens on it.
  // `dir` must not exist, its parent must. From any thread; what is committed in the meantime is in
  // it up to some moment.
  void checkpoint(const Bytes& dir);
  // Throws what checkpoint() would at once: on a disk that is nearly full, and for another disk.
  void check_room_for_checkpoint(const Bytes& dir) const;
  // Begins to write into files what is in memory and in the log only; then the log can go.
  void begin_write_out();
  // As sync_now(); and compactions that begin later may leave out what is garbage now. `now_ms` is
  // the time of commands: one that committed already has had no later one. Until the next call the
  // engine keeps the values of rows as they were at this one.
  void settle(int64_t now_ms);
  // Without a next call: compactions leave out nothing more, and old values go.
  void stop_settling();
  // Names what is in it: this store, as it is after the last write.
  Bytes name_of_content() const;
  // Rewrites all rows as compactions would some day, without what they may leave out. Takes long.
  void compact();
  // The engine's guess.
  uint64_t estimated_rows(RowKind kind) const;
  // Of the data that it holds in memory: blocks that were read, and rows in no file yet.
  uint64_t memory_bytes() const;
  // In a fixed order, with fixed names: what monitoring reads.
  std::vector<Statistic> statistics() const;

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace keemun::rocks
