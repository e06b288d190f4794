// The store as one process of the simulated world sees it: every call takes its time, in which
// others run, and may fail as the weather has it. Where the store does not write batches at once, a
// commit is written row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "ports/kv_store.h"
#include "sim/sim_kv.h"
#include "sim/weather.h"

namespace keemun::sim {

// What became of the commits of one operation, whatever it was told.
struct CommitTrack {
  // Of an index in Redis that the operation changes.
  enum class Index : uint8_t { kUntouched, kAsItWas, kChanged, kChangesLater };

  int64_t attempts = 0;
  int64_t refusals = 0;  // of any call
  uint64_t commit = 0;   // the last one that showed, as SimKv counts; 0 is none
  bool is_part = false;  // some rows were written, not all
  Index index = Index::kUntouched;
  bool has_asked_index = false;
  uint64_t last_call_at = 0;  // of any call, or of the commit once there is one
};

// Whoever runs the process.
class DoorHost {
 public:
  virtual ~DoorHost() = default;
  // Others may run.
  virtual void pause() = 0;
  // The process ends here; does not return.
  [[noreturn]] virtual void die() = 0;
  virtual bool is_dying() const = 0;
  virtual uint64_t step() const = 0;
  // Whose call this is; null where nobody asks.
  virtual CommitTrack* track() = 0;
  // A commit of the process itself, not of an operation, had no answer.
  virtual void lost_a_record() = 0;
};

class KvDoor final : public ports::KvStore {
 public:
  // All outlive it. Where a Redis keeps the indexes of sorted sets, their rows say nothing by
  // themselves; `index_rows` is the layout in which they stand then.
  KvDoor(SimKv& kv, Weather& weather, DoorHost& host,
         std::optional<format::LayoutKind> index_rows = std::nullopt)
      : kv_(kv), weather_(weather), host_(host), index_rows_(index_rows) {}

  ports::Capabilities capabilities() const override { return kv_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override;
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;

 private:
  class OnItsWay;

  void begin_call();
  // Whether anybody can tell that it has happened.
  bool shows(const ports::WriteBatch& batch) const;
  void write(const ports::WriteBatch& batch, CommitTrack* track);
  void write_by_row(const ports::WriteBatch& batch, CommitTrack* track);

  SimKv& kv_;
  Weather& weather_;
  DoorHost& host_;
  const std::optional<format::LayoutKind> index_rows_;
};

}  // namespace keemun::sim
