#include "gc/collector.h"

#include <algorithm>
#include <utility>

namespace keemun::gc {

using format::RowFamily;

namespace {

// Namespaces in one step, where none of them has work.
constexpr size_t kAskedMax = 64;

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

RowFamily family_behind(RowFamily family) {
  return family == RowFamily::kSub ? RowFamily::kScore : RowFamily::kIndex;
}

}  // namespace

Collector::Collector(const Doors& doors, const std::vector<format::KeyLayout>& namespaces,
                     const CollectorSettings& settings)
    : doors_(doors),
      rows_max_(settings.scan.rows_max),
      sweep_settings_(settings.sweep),
      gathers_commits_(settings.gathers_commits),
      queue_(totals_, settings.queue_max) {
  for (size_t place = 0; place < namespaces.size(); ++place) {
    DeadRows::Tell tell;
    if (settings.sweep.tell) tell = std::bind_front(settings.sweep.tell, place);
    DeadRows& dead_rows = dead_rows_.emplace_back(
        doors, namespaces[place], settings.scan.clock_skew_ms, totals_, std::move(tell));
    scans_.emplace_back(doors, dead_rows, settings.scan, queue_, totals_, place);
  }
  for (const auto& [place, family] : settings.sweep.namespaces) {
    const ExpirySweep::Namespace swept = {place, dead_rows_[place].layout(), family};
    sweeps_.emplace_back(doors, swept, sweep_settings_, queue_, totals_);
  }
}

void Collector::sweep_too(size_t place, const format::KeyLayout& layout) {
  const ExpirySweep::Namespace swept = {place, layout, format::EncodingFamily::kArdb};
  sweeps_.emplace_back(doors_, swept, sweep_settings_, queue_, totals_);
}

void Collector::leave(size_t place, const keyspace::Garbage& garbage) {
  queue_.push({place, garbage.key, garbage.meta.version, last_family_of(garbage.meta.type())});
}

void Collector::leave_expired(size_t place, BytesView key, int64_t expire_at_ms) {
  for (ExpirySweep& sweep : sweeps_) {
    if (sweep.place() == place) return sweep.add_late(key, expire_at_ms);
  }
}

void Collector::begin_step(int64_t now_ms) {
  queue_.set_now(now_ms);
  if (!gathers_commits_) settle();
}

void Collector::seek_garbage() {
  for (size_t place = 0; place < scans_.size(); ++place) queue_.note_dropped(place);
}

void Collector::depart() {
  queue_.depart();
  departed_totals_ = totals_;
}

void Collector::arrive() {
  queue_.arrive();
  settled_totals_ = departed_totals_;
}

void Collector::settle() {
  queue_.settle();
  settled_totals_ = totals_;
}

void Collector::begin_anew() {
  queue_.begin_anew();
  for (ExpirySweep& sweep : sweeps_) sweep.begin_anew();
  totals_.take_back_to(settled_totals_);
}

bool Collector::scan_step(int64_t now_ms) {
  begin_step(now_ms);
  for (size_t i = 0; i < std::min(scans_.size(), kAskedMax); ++i) {
    const ScanStep done = scan_step_of(scanned_place_, now_ms);
    if (done == ScanStep::kOutsideWindow) return false;  // so are the others
    if (done == ScanStep::kWorked) return true;
    scanned_place_ = (scanned_place_ + 1) % scans_.size();
    if (done == ScanStep::kRoundEnded) return true;
  }
  return false;
}

bool Collector::sweep_step(int64_t now_ms) {
  begin_step(now_ms);
  constexpr size_t kStepsInARowMax = 8;
  for (size_t i = 0; i < std::min(sweeps_.size(), kAskedMax); ++i) {
    const bool has_worked = sweeps_[swept_place_].step(now_ms);
    if (!has_worked || ++sweeps_in_a_row_ == kStepsInARowMax) {
      sweeps_in_a_row_ = 0;
      swept_place_ = (swept_place_ + 1) % sweeps_.size();
    }
    if (has_worked) return true;
  }
  return false;
}

int64_t Collector::sweep_behind_ms() const {
  int64_t behind_ms = 0;
  for (const ExpirySweep& sweep : sweeps_) behind_ms = std::max(behind_ms, sweep.behind_ms());
  return behind_ms;
}

bool Collector::collect_step(int64_t now_ms) {
  begin_step(now_ms);
  if (queue_.empty()) return false;
  try {
    if (!collect(queue_.front(), now_ms)) {
      queue_.pop();
      ++totals_.keys_collected;
    }
  } catch (const ports::StoreError&) {
    queue_.put_off();  // what only this key runs into holds up no other
    throw;
  }
  return true;
}

bool Collector::collect(DeadKey& dead, int64_t now_ms) {
  DeadRows& dead_rows = dead_rows_[dead.place];
  // Before each page anew: what was told may be long ago, and a key that only seemed expired to the
  // command may be alive. One row read in a hundred.
  if (!dead_rows.is_dead(dead.key, dead.version, now_ms)) return false;
  // A string has no rows but its meta, which is_dead() has erased if it had expired.
  if (dead.last_family == RowFamily::kMeta) return false;
  while (true) {
    const ports::ScanPage page = erase_page(dead_rows, dead);
    if (page.has_more && !page.rows.empty()) {
      dead.position = format::row_after(page.rows.back().key);
      return true;
    }
    if (dead.family == dead.last_family) return false;
    dead.family = family_behind(dead.family);
    dead.position.clear();
    if (!page.rows.empty()) return true;
  }
}

ports::ScanPage Collector::erase_page(DeadRows& dead_rows, const DeadKey& dead) {
  const auto generation = dead_rows.layout().generation(dead.key, dead.version);
  const format::KeyRange range = rows_of(generation, dead.family);
  const Bytes& begin = dead.position.empty() ? range.begin : dead.position;
  ports::ScanPage page =
      doors_.fresh.scan({begin, range.end, rows_max_, false, ports::Values::kNone});
  if (!page.rows.empty()) dead_rows.erase(dead_rows.readable(dead.family, page.rows));
  return page;
}

}  // namespace keemun::gc
