#include "gc/scan.h"

#include <array>
#include <utility>

#include "gc/lease.h"
#include "gc/row_runs.h"
#include "keyspace/unit/unit_of_work.h"

namespace keemun::gc {

using format::GcProgress;
using format::RowFamily;

namespace {

// Runs without any row that one step looks into; each costs a page of the store.
constexpr size_t kEmptyRunsMax = 16;

// One that does not decode is as good as none: both records spare work, and are written anew.
GcProgress progress_in(const std::optional<Bytes>& row) {
  return row ? format::decode_gc_progress(*row).value_or(GcProgress()) : GcProgress();
}

}  // namespace

NamespaceScan::NamespaceScan(const Doors& doors, DeadRows& dead_rows, const ScanSettings& settings,
                             GarbageQueue& queue, Totals& totals, size_t place)
    : doors_(doors),
      settings_(settings),
      queue_(queue),
      totals_(totals),
      place_(place),
      dead_rows_(dead_rows) {}

bool NamespaceScan::hold_lease(const std::optional<Bytes>& row, int64_t now_ms) {
  const auto held = row ? format::decode_gc_lease(*row) : std::nullopt;
  const LeaseAnswer answer = ask_for_lease(held, settings_.owner, now_ms, settings_.lease_ms);
  if (answer.to_write) {
    Bytes key = format::gc_lease_key(dead_rows_.layout().namespace_name());
    dead_rows_.erase({}, {{std::move(key), format::encode_gc_lease(*answer.to_write), false}});
  }
  return answer.is_ours;
}

ScanStep NamespaceScan::step(int64_t now_ms) {
  if (!settings_.window.contains(now_ms)) return ScanStep::kOutsideWindow;
  const Bytes& name = dead_rows_.layout().namespace_name();
  const std::array keys = {format::gc_progress_key(name), format::gc_lease_key(name)};
  const auto records = doors_.fresh.multi_get(keys);
  GcProgress progress = progress_in(records[0]);
  const size_t dropped_before = queue_.dropped(place_);
  if (dropped_before == 0 && !is_due(progress, now_ms, settings_.interval_ms)) {
    return ScanStep::kNotDue;
  }
  if (!hold_lease(records[1], now_ms)) return ScanStep::kLeasedToOther;
  const bool begins = !progress.is_running;
  if (begins) {
    progress.is_running = true;
    ++progress.round;
    progress.started_ms = now_ms;
  }
  Page page = work_on_page(progress.position, now_ms);
  progress.position = std::move(page.position);
  if (page.is_end) {
    progress.is_running = false;
    progress.ended_ms = now_ms;
  }
  dead_rows_.erase(std::move(page.dead), {{keys[0], format::encode_gc_progress(progress), false}});
  // Not before: where a page cannot be read there is no round yet that would find them.
  if (begins) queue_.forget_dropped(place_, dropped_before);
  if (!page.is_end) return ScanStep::kWorked;
  ++totals_.rounds_ended;
  return ScanStep::kRoundEnded;
}

NamespaceScan::Page NamespaceScan::work_on_page(BytesView position, int64_t now_ms) {
  // For its pages only: nothing is written through it.
  keyspace::UnitOfWork reads(doors_.fresh, doors_.fresh.capabilities(), now_ms);
  Page page;
  page.position = position;
  for (size_t i = 0; i < kEmptyRunsMax; ++i) {
    auto run = run_from(reads, dead_rows_.layout(), page.position);
    if (!run) {
      page.is_end = true;
      page.position.clear();
      return page;
    }
    const bool is_meta = run->family == RowFamily::kMeta;
    const ports::ScanPage rows =
        reads.scan({run->rows.begin, run->rows.end, settings_.rows_max, false,
                    is_meta ? ports::Values::kHeads : ports::Values::kNone});
    const bool has_more = rows.has_more && !rows.rows.empty();
    page.position = has_more ? format::row_after(rows.rows.back().key) : std::move(run->rows.end);
    if (rows.rows.empty()) continue;
    if (is_meta) {
      erase_expired_metas(rows.rows, now_ms);
    } else {
      page.dead = dead_rows_.among(run->family, rows.rows, now_ms);
    }
    return page;
  }
  return page;
}

void NamespaceScan::erase_expired_metas(std::span<const ports::Row> rows, int64_t now_ms) {
  totals_.metas_seen += static_cast<int64_t>(rows.size());
  std::vector<DeadRows::Judged> readable;
  for (const ports::Row& row : rows) {
    const auto parts = dead_rows_.layout().decode_meta_key(row.key);
    if (parts.is_ours() && format::decode_key_meta(row.value)) {
      readable.push_back({parts.parts.key, row.value});
    } else {
      ++totals_.rows_undecodable;
    }
  }
  for (const DeadRows::Gone& gone : dead_rows_.erase_expired(readable, now_ms)) {
    if (gone.meta.type() == format::KeyType::kString) continue;
    // Its rows may stand where this round has been already.
    queue_.push({place_, Bytes(gone.key), gone.meta.version, last_family_of(gone.meta.type())});
  }
}

}  // namespace keemun::gc
