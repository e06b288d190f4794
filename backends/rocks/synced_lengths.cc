#include "rocks/synced_lengths.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace keemun::rocks {

namespace fs = std::filesystem;

namespace {

// Each line is written by itself, and lies within one sector: it is there whole or not at all.
constexpr size_t kLineBytes = 64;

Bytes whole_line(Bytes text) {
  text.resize(kLineBytes - 1, ' ');
  return text + '\n';
}

bool is_later(const Bytes& log, const Bytes& than) {
  return log.size() != than.size() ? log.size() > than.size() : log > than;
}

bool is_last_log(const Bytes& dir, const Bytes& file) {
  if (!is_log_name(file)) return false;
  std::error_code unknown;
  for (const fs::directory_entry& entry : fs::directory_iterator(dir, unknown)) {
    const Bytes name = entry.path().filename().string();
    if (is_log_name(name) && is_later(name, file)) return false;
  }
  return true;
}

}  // namespace

bool is_log_name(BytesView name) {
  return name.ends_with(".log");
}

bool is_manifest_name(BytesView name) {
  return name.starts_with("MANIFEST-");
}

SyncedLengths::SyncedLengths(const Bytes& dir) : dir_(dir + "/") {
  std::ifstream written(dir_ + Bytes(kSyncedLengthsName), std::ios::binary);
  const Bytes all(std::istreambuf_iterator<char>(written), {});
  // A line that says nothing is one that was damaged: then the files are not.
  for (size_t place = 0; (place + 1) * kLineBytes <= all.size(); ++place) {
    std::istringstream line(all.substr(place * kLineBytes, kLineBytes));
    Bytes name;
    uint64_t bytes = 0;
    if (!(line >> name >> bytes)) continue;
    if (is_log_name(name) || is_manifest_name(name)) entries_[name] = {place, bytes};
  }
}

SyncedLengths::~SyncedLengths() {
  if (file_ >= 0) ::close(file_);
}

std::optional<SyncedLengths::Loss> SyncedLengths::loss() const {
  const std::lock_guard lock(mutex_);
  std::optional<Loss> of_last_log;
  for (const auto& [name, entry] : entries_) {
    std::error_code failed;
    const uint64_t bytes = fs::file_size(dir_ + name, failed);
    const bool is_gone = failed == std::errc::no_such_file_or_directory;
    const bool is_last = is_last_log(dir_, name);
    // What is no log's end any more may have gone: it is in tables, or there is a newer manifest.
    if (failed ? !is_gone || !is_last : bytes >= entry.bytes) continue;
    const Bytes had = "had " + std::to_string(entry.bytes) + ", by " + Bytes(kSyncedLengthsName);
    Loss loss = {
        is_gone ? name + ", the last log, is missing: it " + had
                : name + " is cut short: it has " + std::to_string(bytes) + " bytes, and " + had,
        is_last};
    if (!is_last) return loss;
    of_last_log = std::move(loss);
  }
  return of_last_log;
}

void SyncedLengths::begin(BytesView name) {
  const std::lock_guard lock(mutex_);
  const size_t place = free_place();
  const auto [found, is_new] = entries_.try_emplace(Bytes(name), Entry{place});
  if (is_new) return;
  found->second.bytes = 0;
  write_line(found->second.place, "");
  ::fdatasync(file_);  // else a loss of power might bring it back, and the new one is shorter
}

void SyncedLengths::note(BytesView name, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end() || bytes <= found->second.bytes) return;
  found->second.bytes = bytes;
  write_line(found->second.place, Bytes(name) + " " + std::to_string(bytes));
}

void SyncedLengths::forget(BytesView name) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end()) return;
  write_line(found->second.place, "");
  entries_.erase(found);
}

// Whoever is told of a failure could do nothing about it.
void SyncedLengths::write_line(size_t place, BytesView text) {
  if (file_ < 0) {
    const Bytes path = dir_ + Bytes(kSyncedLengthsName);
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  }
  const Bytes line = whole_line(Bytes(text));
  const auto at = static_cast<off_t>(place * kLineBytes);
  [[maybe_unused]] const ssize_t ignored = ::pwrite(file_, line.data(), line.size(), at);
}

size_t SyncedLengths::free_place() const {
  std::set<size_t> taken;
  for (const auto& [name, entry] : entries_) taken.insert(entry.place);
  size_t place = 0;
  while (taken.contains(place)) ++place;
  return place;
}

void note_lengths_of_copy(const Bytes& dir) {
  SyncedLengths lengths(dir);
  for (const fs::directory_entry& entry : fs::directory_iterator(dir)) {
    const Bytes name = entry.path().filename().string();
    if (!is_log_name(name) && !is_manifest_name(name)) continue;
    lengths.begin(name);
    lengths.note(name, entry.file_size());
  }
}

}  // namespace keemun::rocks
