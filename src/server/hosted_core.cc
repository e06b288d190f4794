#include "server/hosted_core.h"

#include <chrono>

#include "base/number_text.h"
#include "session/open_store.h"

namespace keemun::server {

namespace {

// A turn that has gathered so much is committed before it goes on.
constexpr size_t kGatheredBytesMax = size_t{8} << 20;

rocks::WalSync wal_sync_named(BytesView name) {
  if (name == "always") return rocks::WalSync::kAlways;
  if (name == "no") return rocks::WalSync::kNever;
  return rocks::WalSync::kEverySecond;
}

rocks::RocksOptions store_options(const Settings& settings) {
  rocks::RocksOptions options;
  options.dir = settings.dir;
  options.wal_sync = wal_sync_named(settings.wal_sync);
  options.block_cache_bytes = static_cast<size_t>(settings.block_cache_size);
  options.write_buffer_bytes = static_cast<size_t>(settings.write_buffer_size);
  options.all_write_buffers_bytes = static_cast<size_t>(settings.write_buffers_total_size);
  options.wal_bytes_max = static_cast<size_t>(settings.wal_size_limit);
  options.opens_up_to_damage = settings.open_up_to_damage;
  return options;
}

format::LayoutKind layout_named(BytesView name) {
  if (name == "md5") return format::LayoutKind::kMd5;
  if (name == "slot") return format::LayoutKind::kSlot;
  return format::LayoutKind::kPlain;
}

// One database has the namespace itself; of several each has a suffix of fixed width, so that no
// name begins another.
std::vector<format::KeyLayout> databases(const Settings& settings) {
  constexpr size_t kSuffixDigits = 4;
  const format::LayoutKind layout = layout_named(settings.key_layout);
  std::vector<format::KeyLayout> layouts;
  for (int64_t i = 0; i < settings.databases; ++i) {
    Bytes suffix;
    if (settings.databases > 1) {
      suffix = format_int64(i);
      suffix.insert(0, kSuffixDigits - suffix.size(), '0');
    }
    layouts.emplace_back(layout, settings.key_namespace + suffix);
  }
  return layouts;
}

session::CoreSettings core_settings(const Settings& settings, ports::KvStore& store) {
  using format::Encoding;
  session::CoreSettings core;
  core.databases = databases(settings);
  session::open_store(store, core.databases);
  core.encodings.hash =
      settings.hash_encode_version == 0 ? Encoding::kHashCounted : Encoding::kHashBlind;
  core.encodings.set =
      settings.set_encode_version == 0 ? Encoding::kSetCounted : Encoding::kSetBlind;
  core.caches.local_bytes = static_cast<size_t>(settings.local_cache_size);
  return core;
}

}  // namespace

int64_t HostedCore::WallClock::now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

HostedCore::MachineRandom::MachineRandom() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device()};
  engine_.seed(seed);
}

HostedCore::HostedCore(const Settings& settings)
    : store_(store_options(settings)),
      pending_(store_),
      core_(pending_, clock_, random_, core_settings(settings, store_)) {}

bool HostedCore::wants_flush() const {
  return pending_.byte_count() > kGatheredBytesMax || pending_.has_range_erases();
}

std::optional<ports::StoreError> HostedCore::flush() {
  try {
    pending_.flush();
    return std::nullopt;
  } catch (const ports::StoreError& error) {
    core_.start_over();
    return error;
  }
}

}  // namespace keemun::server
