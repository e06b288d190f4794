#include "rocks/synced_lengths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/crc64.h"
#include "rocks/log_records.h"

namespace keemun::rocks {

namespace fs = std::filesystem;

namespace {

// Each line is written by itself, and lies within one sector: it is there whole or not at all.
constexpr size_t kLineBytes = 64;
constexpr size_t kFileBytesMax = size_t{64} << 10;

// "000012.log 4096 6f1c…": with the checksum of what is before it.
Bytes line_of(BytesView name, uint64_t bytes) {
  const Bytes said = Bytes(name) + " " + std::to_string(bytes);
  std::ostringstream line;
  line << said << ' ' << std::hex << crc64(said);
  return line.str();
}

Bytes whole_line(Bytes text) {
  text.resize(kLineBytes - 1, ' ');
  return text + '\n';
}

bool is_number(BytesView text) {
  return !text.empty() && text.find_first_not_of("0123456789") == BytesView::npos;
}

// Nothing where it is no such file.
Bytes content_of(const Bytes& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return "";
  struct stat status = {};
  Bytes content;
  if (::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode)) {
    content.resize(std::min(static_cast<size_t>(status.st_size), kFileBytesMax));
    const ssize_t count = ::pread(file.number(), content.data(), content.size(), 0);
    content.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  return content;
}

// The engine may have copied a log while a record was written to it.
uint64_t whole_records_of(const Bytes& path) {
  std::ifstream file(path, std::ios::binary);
  WholeRecords records;
  std::array<char, kRecordBlockBytes> block = {};
  do {
    file.read(block.data(), block.size());
    records.append({block.data(), static_cast<size_t>(file.gcount())});
  } while (file);
  return records.bytes();
}

bool is_later(BytesView log, BytesView than) {
  return log.size() != than.size() ? log.size() > than.size() : log > than;
}

// As far as they can be read.
std::vector<Bytes> names_in(const Bytes& dir) {
  std::vector<Bytes> names;
  std::error_code error;
  for (fs::directory_iterator at(dir, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  return names;
}

bool is_last_log(const Bytes& file, const std::vector<Bytes>& names) {
  return is_log_name(file) && std::none_of(names.begin(), names.end(), [&](const Bytes& name) {
           return is_log_name(name) && is_later(name, file);
         });
}

}  // namespace

bool is_log_name(BytesView name) {
  constexpr BytesView kEnd = ".log";
  return name.ends_with(kEnd) && is_number(name.substr(0, name.size() - kEnd.size()));
}

bool is_manifest_name(BytesView name) {
  constexpr BytesView kBegin = "MANIFEST-";
  return name.starts_with(kBegin) && is_number(name.substr(kBegin.size()));
}

bool grows(BytesView name) {
  return is_log_name(name) || is_manifest_name(name);
}

SyncedLengths::SyncedLengths(const Bytes& dir) : dir_(dir + "/") {
  const Bytes all = content_of(dir_ + Bytes(kSyncedLengthsName));
  // A line that says nothing is one that was damaged: then the files are not.
  for (size_t place = 0; (place + 1) * kLineBytes <= all.size(); ++place) {
    const Bytes written = all.substr(place * kLineBytes, kLineBytes);
    std::istringstream line(written);
    Bytes name;
    uint64_t bytes = 0;
    if (line >> name >> bytes && written == whole_line(line_of(name, bytes))) {
      entries_[name] = {place, bytes, bytes};
    } else if (written != whole_line("")) {
      names_all_ = false;
    }
  }
  names_all_ = names_all_ && !entries_.empty();
  if (names_all_) return;
  for (const Bytes& name : names_in(dir)) {
    if (grows(name)) entries_.try_emplace(name, Entry{free_place()});
  }
}

std::optional<SyncedLengths::Loss> SyncedLengths::loss() const {
  const std::lock_guard lock(mutex_);
  const std::vector<Bytes> names = names_in(dir_);
  std::optional<Loss> of_last_log;
  for (const auto& [name, entry] : entries_) {
    std::error_code failed;
    const uint64_t bytes = fs::file_size(dir_ + name, failed);
    const bool is_gone = failed == std::errc::no_such_file_or_directory;
    const bool is_last = is_last_log(name, names);
    // What is no log's end any more may have gone: it is in tables, or there is a newer manifest.
    if (is_gone ? !is_last || entry.bytes == 0 : !failed && bytes >= entry.bytes) continue;
    const Bytes had = "had " + std::to_string(entry.bytes) + ", by " + Bytes(kSyncedLengthsName);
    Loss loss = {name, is_last};
    if (is_gone) {
      loss.text += ", the last log, is missing: it " + had;
    } else if (failed) {
      loss.text += " cannot be looked at: " + failed.message();
    } else {
      loss.text += " is cut short: it has " + std::to_string(bytes) + " bytes, and " + had;
    }
    if (!is_last) return loss;
    of_last_log = std::move(loss);
  }
  return of_last_log;
}

void SyncedLengths::accept_loss_of_last_log() {
  const std::lock_guard lock(mutex_);
  const std::vector<Bytes> names = names_in(dir_);
  for (auto& [name, noted] : entries_) {
    if (!is_last_log(name, names)) continue;
    noted.bytes = std::min(noted.bytes, whole_records_of(dir_ + name));
    write_line(noted.place, line_of(name, noted.bytes));
  }
  sync();  // when another log has begun it would be the loss of one that is not the last
}

bool SyncedLengths::is_foreign(BytesView name) const {
  const std::lock_guard lock(mutex_);
  return !entries_.contains(name);
}

Bytes SyncedLengths::foreign_log_from(BytesView first) const {
  Bytes found;
  for (const Bytes& name : names_in(dir_)) {
    if (!is_log_name(name) || is_later(first, name) || !is_foreign(name)) continue;
    if (!found.empty() && is_later(name, found)) continue;
    std::error_code failed;
    const uint64_t bytes = fs::file_size(dir_ + name, failed);
    if (!failed && bytes > 0) found = name;
  }
  return found;
}

uint64_t SyncedLengths::synced(BytesView name) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  return found == entries_.end() ? 0 : found->second.bytes;
}

void SyncedLengths::begin(BytesView name) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_.try_emplace(Bytes(name), Entry{free_place()}).first->second;
  entry = {entry.place};
  // Before the file is there, and before a loss of power might bring back the line of one of this
  // name that was longer.
  if (!names_all_) {
    name_all();
  } else if (!write_line(entry.place, line_of(name, 0))) {
    fall_silent();
  }
  sync();
}

void SyncedLengths::name_all() {
  for (const auto& [name, entry] : entries_) {
    if (!write_line(entry.place, line_of(name, entry.bytes))) return fall_silent();
  }
  names_all_ = true;
}

// One that it does not name would be taken for somebody else's.
void SyncedLengths::fall_silent() {
  is_silent_ = true;
  ::unlink((dir_ + Bytes(kSyncedLengthsName)).c_str());
}

void SyncedLengths::note_growth(BytesView name, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found != entries_.end()) found->second.length = bytes;
}

uint64_t SyncedLengths::length(BytesView name) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  return found == entries_.end() ? 0 : found->second.length;
}

void SyncedLengths::note(BytesView name, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end() || bytes <= found->second.bytes) return;
  found->second.bytes = bytes;
  write_line(found->second.place, line_of(name, bytes));
}

void SyncedLengths::forget(BytesView name) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end()) return;
  write_line(found->second.place, "");
  entries_.erase(found);
}

bool SyncedLengths::write_line(size_t place, BytesView text) {
  if (is_silent_) return true;
  if (!file_) {
    const Bytes path = dir_ + Bytes(kSyncedLengthsName);
    const int truncates = names_all_ ? 0 : O_TRUNC;
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | truncates;
    file_ = Descriptor(::open(path.c_str(), flags, 0644));
  }
  const Bytes line = whole_line(Bytes(text));
  const auto at = static_cast<off_t>(place * kLineBytes);
  return ::pwrite(file_.number(), line.data(), line.size(), at) ==
         static_cast<ssize_t>(line.size());
}

size_t SyncedLengths::free_place() const {
  std::set<size_t> taken;
  for (const auto& [name, entry] : entries_) taken.insert(entry.place);
  size_t place = 0;
  while (taken.contains(place)) ++place;
  return place;
}

void SyncedLengths::sync() {
  if (file_) ::fdatasync(file_.number());
}

void note_lengths_of_copy(const Bytes& dir) {
  SyncedLengths lengths(dir);
  for (const Bytes& name : names_in(dir)) {
    if (!grows(name)) continue;
    lengths.begin(name);
    lengths.note(name, whole_records_of(dir + "/" + name));
  }
}

}  // namespace keemun::rocks
