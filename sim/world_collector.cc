#include "sim/world_collector.h"

#include <set>
#include <tuple>
#include <utility>

#include "audit/ardb_audit.h"
#include "audit/camellia_reader.h"
#include "audit/expiry_audit.h"
#include "format/expiry_index.h"

namespace keemun::sim {

namespace {

// Small, so that plans cross pages, and the queue overflows.
constexpr size_t kPageRows = 3;
constexpr size_t kQueueMax = 8;

constexpr int64_t kClockBehindMs = 24 * 60 * 60 * 1000;
constexpr size_t kStepPercent = 40;
constexpr size_t kRestartPercent = 3;
constexpr size_t kMeanwhilePercent = 40;

// Set for as long as it lives: steps may end by an exception.
class SetFor {
 public:
  SetFor(plan::Draw*& place, plan::Draw& draw) : place_(place) { place_ = &draw; }
  SetFor(const SetFor&) = delete;
  SetFor& operator=(const SetFor&) = delete;
  ~SetFor() { place_ = nullptr; }

 private:
  plan::Draw*& place_;
};

}  // namespace

WorldCollector::WorldCollector(ports::KvStore& fresh, session::Core& core,
                               std::function<void()> meanwhile)
    : fresh_(fresh), core_(core), meanwhile_(std::move(meanwhile)) {
  start();
}

WorldCollector::~WorldCollector() {
  core_.garbage = nullptr;
}

void WorldCollector::start() {
  gc::CollectorSettings settings;
  settings.scan.owner = "run" + std::to_string(++starts_);
  // Whoever comes next need not wait, even where its clock is behind that of the one before.
  settings.scan.interval_ms = -kClockBehindMs;
  settings.scan.lease_ms = -kClockBehindMs;
  settings.scan.rows_max = kPageRows;
  settings.queue_max = kQueueMax;
  settings.sweep.keys_max = kPageRows;
  settings.sweep.rows_max = kPageRows;
  for (size_t place = 0; place < core_.settings.databases.size(); ++place) {
    if (core_.settings.has_expiry_index(place)) {
      settings.sweep.namespaces.push_back({place, core_.settings.family(place)});
    }
  }
  sweeps_ = !settings.sweep.namespaces.empty();
  const gc::Doors doors{fresh_, core_.store, *this};
  collector_ = std::make_unique<gc::Collector>(doors, core_.settings.databases, settings);
  core_.garbage = collector_.get();
  swept_count_ = core_.settings.databases.size();
}

// In each life of a process what others may have named, too.
void WorldCollector::learn_names() {
  core_.learn_names();
  for (; swept_count_ < core_.database_count(); ++swept_count_) {
    collector_->sweep_too(swept_count_, core_.layout(swept_count_));
  }
}

void WorldCollector::in_turn(std::span<const BytesView> keys, const Work& work) {
  if (draw_ != nullptr && draw_->percent(kMeanwhilePercent)) meanwhile_();
  core_.turns.in_turn(keys, work);
}

void WorldCollector::work(plan::Draw draw) {
  if (draw.percent(kRestartPercent)) start();
  const SetFor steps_come_between_events(draw_, draw);
  learn_names();
  while (draw.percent(kStepPercent)) collector_->collect_step(core_.now_ms());
  while (draw.percent(kStepPercent)) collector_->scan_step(core_.now_ms());
  while (sweeps_ && draw.percent(kStepPercent)) collector_->sweep_step(core_.now_ms());
}

void WorldCollector::collect_all() {
  learn_names();
  while (collector_->collect_step(core_.now_ms())) {
  }
  sweep_all();  // the rest of the passes that are under way
  sweep_all();
  const auto erased = [this] {
    return collector_->totals().metas_erased + collector_->totals().rows_erased;
  };
  for (size_t place = 0; place < collector_->namespace_count(); ++place) {
    play_round(place);  // the rest of one that is under way
    int64_t before = 0;
    do {
      before = erased();
      play_round(place);
    } while (erased() != before);
  }
}

void WorldCollector::sweep_all() {
  while (collector_->sweep_step(core_.now_ms())) {
  }
}

void WorldCollector::play_round(size_t place) {
  while (collector_->scan_step_of(place, core_.now_ms()) != gc::ScanStep::kRoundEnded) {
  }
}

std::vector<Bytes> unreachable_rows(const RowMap& rows, const format::KeyLayout& any_layout,
                                    int64_t now_ms) {
  std::set<std::tuple<BytesView, BytesView, int64_t>> live;
  std::vector<Bytes> unreachable;
  const auto read = [&](const Bytes& row) {
    return read_row_key(row, any_layout.kind(), any_layout.namespace_name().size());
  };
  for (const auto& [row_key, value] : rows) {
    if (is_ardb_row(row_key)) continue;
    const AuditedRow row = read(row_key);
    if (row.family != 'm') continue;
    const AuditedMeta meta = read_meta(value);
    if (meta.expire_at_ms >= 0 && meta.expire_at_ms < now_ms) {
      unreachable.push_back(row_key);
    } else {
      live.emplace(row.namespace_name, row.key, meta.version);
    }
  }
  for (const auto& [row_key, value] : rows) {
    if (is_ardb_row(row_key)) continue;
    const AuditedRow row = read(row_key);
    if (row.family == 'm' || row.family == 'x') continue;
    if (!live.contains({row.namespace_name, row.key, row.version})) unreachable.push_back(row_key);
  }
  for (const auto& [name, expiries] : read_expiry_index(rows)) {
    for (const auto& [at_ms, key] : expiries) {
      if (at_ms < now_ms) unreachable.push_back(format::expiry_row(name, at_ms, key));
    }
  }
  for (const auto& [name, entries] : read_ardb_keys(rows, {true, true})) {
    for (const auto& [key, entry] : entries) {
      if (entry.expired(now_ms)) unreachable.push_back(key);
    }
  }
  return unreachable;
}

}  // namespace keemun::sim
