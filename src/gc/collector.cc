#include "gc/collector.h"

#include <utility>

namespace keemun::gc {

using format::RowFamily;

namespace {

format::KeyRange rows_of(const format::KeyGeneration& generation, RowFamily family) {
  switch (family) {
    case RowFamily::kScore:
      return generation.all_score_rows();
    case RowFamily::kIndex:
      return generation.all_index_rows();
    default:
      return generation.all_sub_rows();
  }
}

// Steps to the next family; false behind the last.
bool step_family(DeadKey& dead) {
  dead.position.clear();
  if (dead.family == RowFamily::kIndex) return false;
  dead.family = dead.family == RowFamily::kSub ? RowFamily::kScore : RowFamily::kIndex;
  return true;
}

}  // namespace

Collector::Collector(const Doors& doors, const std::vector<format::KeyLayout>& namespaces,
                     const CollectorSettings& settings)
    : doors_(doors), queue_(settings.queue_max) {
  for (const format::KeyLayout& layout : namespaces) {
    dead_rows_.emplace_back(doors, layout, totals_);
    scans_.emplace_back(doors, layout, settings.scan, queue_, totals_, scans_.size());
  }
}

void Collector::leave(size_t place, const keyspace::Garbage& garbage) {
  const bool has_rows = garbage.meta.type() != format::KeyType::kString;
  const bool is_queued = queue_.push({place, garbage.key, garbage.meta.version, has_rows});
  ++(is_queued ? totals_.left_queued : totals_.left_dropped);
}

bool Collector::collect_step(int64_t now_ms, size_t rows_max) {
  if (queue_.empty()) return false;
  DeadKey& dead = queue_.front();
  DeadRows& dead_rows = dead_rows_[dead.place];
  // Before each page anew: what was told may be long ago, and a key that only seemed expired to the
  // command may be alive. One row read in a hundred.
  if (!dead_rows.is_dead(dead.key, dead.version, now_ms) || !dead.has_rows) {
    queue_.pop();
    return true;
  }
  while (!erase_page(dead_rows, dead, rows_max)) {
    if (step_family(dead)) continue;
    queue_.pop();
    break;
  }
  return true;
}

bool Collector::erase_page(DeadRows& dead_rows, DeadKey& dead, size_t rows_max) {
  const auto generation = dead_rows.layout().generation(dead.key, dead.version);
  const format::KeyRange range = rows_of(generation, dead.family);
  const Bytes& begin = dead.position.empty() ? range.begin : dead.position;
  const ports::ScanPage page = doors_.fresh.scan({begin, range.end, rows_max, false, true});
  if (page.rows.empty()) return false;
  dead_rows.erase(dead_rows.readable(dead.family, page.rows));
  dead.position = format::row_after(page.rows.back().key);
  return true;
}

}  // namespace keemun::gc
