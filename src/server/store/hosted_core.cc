#include "server/store/hosted_core.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/check.h"
#include "keyspace/unit/unit_of_work.h"
#include "server/config/daily_window.h"
#include "server/config/descriptor_limit.h"
#include "server/config/numbered_namespaces.h"
#include "server/config/processors.h"
#include "server/store/known_counts.h"
#include "session/open_store.h"

namespace keemun::server {

namespace {

// A turn that has gathered so much is committed before it goes on.
constexpr size_t kGatheredBytesMax = size_t{8} << 20;
// Of what the store takes at once so much is no single command's: others have gathered that before.
constexpr size_t kOthersBytes = 2 * kGatheredBytesMax;
constexpr size_t kGarbageQueueMax = 100'000;

rocks::WalSync wal_sync_named(BytesView name) {
  if (name == "always") return rocks::WalSync::kAlways;
  if (name == "no") return rocks::WalSync::kNever;
  return rocks::WalSync::kEverySecond;
}

bool is_ardb(const Settings& settings) {
  return settings.encoding == "ardb";
}

std::vector<format::EncodingFamily> families(const Settings& settings) {
  const auto family =
      is_ardb(settings) ? format::EncodingFamily::kArdb : format::EncodingFamily::kCamellia;
  return std::vector<format::EncodingFamily>(static_cast<size_t>(settings.databases), family);
}

rocks::RocksOptions store_options(const Settings& settings) {
  rocks::RocksOptions options;
  options.dir = settings.dir;
  options.wal_sync = wal_sync_named(settings.wal_sync);
  options.block_cache_bytes = static_cast<size_t>(settings.block_cache_size);
  options.write_buffer_bytes = static_cast<size_t>(settings.write_buffer_size);
  options.all_write_buffers_bytes = static_cast<size_t>(settings.write_buffers_total_size);
  options.wal_bytes_max = static_cast<size_t>(settings.wal_size_limit);
  options.disk_free_bytes_min = static_cast<size_t>(settings.disk_free_min);
  options.open_files_max = store_files_max();
  options.opens_up_to_damage = settings.open_up_to_damage;
  // Rows without versions are never garbage.
  if (!is_ardb(settings)) options.compacted_namespaces = numbered_namespaces(settings);
  return options;
}

// Where a row is damaged, others are served all the same, but for those that say what rows are.
void open_databases(ports::KvStore& store, const Settings& settings,
                    const session::CoreSettings& core) {
  try {
    session::forget_databases_if_empty(store);
    check_that_none_is_hidden(store, settings);
    session::open_store(store, core.databases, core.families);
    if (is_ardb(settings)) session::forget_unused_names(store, core.databases);
  } catch (const ports::StoreError& error) {
    if (error.kind() != ports::StoreError::Kind::kCorrupt) throw;
    throw ports::StoreError(error.kind(), settings.dir +
                                              ": what the store says of its databases cannot be " +
                                              "read, start on a checkpoint: " + error.text());
  }
}

session::CoreSettings core_settings(const Settings& settings, ports::KvStore& store,
                                    const TableHash& table_hash, ports::Turn& turn) {
  using format::Encoding;
  session::CoreSettings core;
  core.table_hash = table_hash;
  core.command_names = settings.command_names;
  core.databases = numbered_namespaces(settings);
  core.families = families(settings);
  open_databases(store, settings, core);
  core.encodings.hash =
      settings.hash_encode_version == 0 ? Encoding::kHashCounted : Encoding::kHashBlind;
  core.encodings.set =
      settings.set_encode_version == 0 ? Encoding::kSetCounted : Encoding::kSetBlind;
  core.encodings.has_expiry_index = settings.expiry_index;
  core.encodings.ardb_fast = settings.ardb_fast;
  // The directory is locked, and its store answers inline.
  core.counts_keys = true;
  core.caches.local_bytes = static_cast<size_t>(settings.local_cache_size);
  core.caches.turn = &turn;
  return core;
}

// What clients see of a key that the sweep has taken: one key less, and the event.
void tell_expired(session::Core& core, ToldExpiries& told, size_t place,
                  const format::Expiry& gone) {
  if (place < core.key_counts.size()) {
    core.key_counts[place].expired(gone.key, gone.expire_at_ms);
  }
  if (told.add(place, gone) && core.listener != nullptr) {
    core.listener->changed(core.number_of(place), gone.key, "expired", false);
  }
}

gc::CollectorSettings collector_settings(const Settings& settings, session::Core& core,
                                         ToldExpiries& told) {
  constexpr int64_t kMsPerSecond = 1000;
  gc::CollectorSettings collector;
  collector.scan.owner = "server";  // whoever had this store before is no more
  collector.scan.window = daily_window(settings.gc_scan_window);
  collector.scan.interval_ms = settings.gc_scan_interval_s * kMsPerSecond;
  collector.queue_max = kGarbageQueueMax;
  collector.gathers_commits = true;
  for (size_t place = 0; place < core.settings.databases.size(); ++place) {
    if (!core.settings.has_expiry_index(place)) continue;
    collector.sweep.namespaces.push_back({place, core.settings.family(place)});
  }
  constexpr int64_t kLookBackMs = 60 * kMsPerSecond;
  collector.sweep.keys_max = HostedCore::kSweptKeysMax;
  // Keys that DEL has hidden stand at the smallest time.
  collector.sweep.look_back_ms = core.capabilities.cheap_range_erase ? kLookBackMs : 0;
  collector.sweep.tell = [&core, &told](size_t place, const format::Expiry& gone) {
    tell_expired(core, told, place, gone);
  };
  return collector;
}

// Not from the numbers that clients see others of.
uint64_t secret() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace

int64_t HostedCore::WallClock::now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

int64_t HostedCore::MachineSteadyClock::elapsed_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

HostedCore::Shared::Shared(HostedCore& hosted)
    : hosted_(hosted), commits_before_(hosted.commits_gathered()) {
  hosted_.pending_.set_shared(true);
  hosted_.turn_.set_several(true);
  if (hosted_.never_waits_) hurry_.emplace(hosted_.reads_);
}

HostedCore::Shared::~Shared() {
  hosted_.turn_.set_several(false);
  hosted_.pending_.set_shared(false);
  CHECK(hosted_.commits_gathered() == commits_before_);
}

HostedCore::MachineRandom::MachineRandom() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device()};
  engine_.seed(seed);
}

HostedCore::HostedCore(const Settings& settings)
    : dir_(settings.dir),
      never_waits_(settings.read_threads > 0),
      table_hash_(secret()),
      store_(store_options(settings)),
      reads_(store_),
      pending_(reads_, table_hash_, kOthersBytes),
      core_(pending_, clock_, random_, core_settings(settings, store_, table_hash_, turn_)),
      // Judged on what is pending too, but on nothing that is only remembered.
      collector_({pending_, core_.store, core_.turns}, core_.settings.databases,
                 collector_settings(settings, core_, told_expiries_)),
      has_scans_(!is_ardb(settings)),
      swept_count_(core_.settings.databases.size()),
      committer_([this] { store_.commit(pending_.departed()); }) {
  core_.garbage = &collector_;
  const bool may_have_garbage =
      learn_known_counts(counts_path(), store_.name_of_content(), core_.now_ms(), core_.key_counts);
  if (has_scans_ && may_have_garbage) collector_.seek_garbage();
}

void HostedCore::set_wal_sync(BytesView when) {
  store_.set_wal_sync(wal_sync_named(when));
}

bool HostedCore::collect() {
  return collector_.collect_step(core_.now_ms());
}

bool HostedCore::count_page() {
  constexpr size_t kPageKeys = 256;
  for (keyspace::KeyCount& count : core_.key_counts) {
    if (count.is_complete()) continue;
    // Past what is remembered, for nobody asks for these pages again.
    keyspace::UnitOfWork reads(pending_, core_.capabilities, core_.now_ms());
    count.count_page(reads, kPageKeys);
    return true;
  }
  return false;
}

bool HostedCore::knows_counts() const {
  return std::all_of(core_.key_counts.begin(), core_.key_counts.end(),
                     [](const keyspace::KeyCount& count) { return count.is_complete(); });
}

void HostedCore::begin_to_serve() {
  std::remove(counts_path().c_str());
}

void HostedCore::leave_counts() {
  leave_known_counts(counts_path(), store_.name_of_content(), core_.now_ms(), core_.key_counts,
                     collector_.has_garbage());
}

bool HostedCore::sweep() {
  for (; swept_count_ < core_.database_count(); ++swept_count_) {
    collector_.sweep_too(swept_count_, core_.layout(swept_count_));
  }
  return collector_.sweep_step(core_.now_ms());
}

bool HostedCore::scan() {
  return has_scans_ && collector_.scan_step(core_.now_ms());
}

bool HostedCore::wants_flush() const {
  // On a full disk everybody is on his own: who is refused takes nobody with him.
  return pending_.has_range_erases() || has_met_full_disk_;
}

bool HostedCore::has_gathered_much() const {
  return pending_.byte_count() > kGatheredBytesMax;
}

void HostedCore::depart() {
  CHECK(!failure_);
  departed_ms_ = gathered_until_ms();
  pending_.depart();
  collector_.depart();
  told_expiries_.depart();
  committer_.begin();
}

bool HostedCore::arrive() {
  if (committer_.is_under_way()) {
    failure_ = committer_.wait();
    departed_has_failed_ = failure_.has_value();
    if (failure_) return false;
    pending_.arrive();
    collector_.arrive();
    told_expiries_.arrive();
    flushed_ms_.store(departed_ms_);
    write_refusal_.note_commit();
  }
  return !departed_has_failed_;
}

void HostedCore::flush() {
  if (!arrive() || failure_) return;
  try {
    const bool has_writes = pending_.has_writes();
    pending_.flush();
    collector_.settle();
    told_expiries_.settle();
    flushed_ms_.store(gathered_until_ms());
    if (has_writes) write_refusal_.note_commit();
  } catch (const ports::StoreError& error) {
    failure_ = error;
  }
}

std::optional<ports::StoreError> HostedCore::lack_of_space() {
  if (!has_met_full_disk_) return std::nullopt;
  auto lack = store_.lack_of_space();
  has_met_full_disk_ = lack.has_value();
  return lack;
}

std::optional<ports::StoreError> HostedCore::take_failure() {
  if (!failure_) return std::nullopt;
  has_met_full_disk_ |= failure_->kind() == ports::StoreError::Kind::kFull;
  write_refusal_.note_failure(*failure_);
  departed_has_failed_ = false;
  pending_.drop();
  collector_.begin_anew();
  told_expiries_.begin_anew();
  core_.start_over();
  return std::exchange(failure_, std::nullopt);
}

}  // namespace keemun::server
