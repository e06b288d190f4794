#include "server/store/saves.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <system_error>

#include "base/number_text.h"

namespace keemun::server {

namespace {

// "data/" and "." name a directory, too; what stands beside it has a longer name.
Bytes plain_path(const Bytes& dir) {
  const auto path = std::filesystem::absolute(dir).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

}  // namespace

Saves::Saves(Log& log, rocks::RocksStore& store, const Bytes& dir)
    : log_(log), store_(store), dirs_begin_(plain_path(dir) + "-") {}

void Saves::start(int64_t now_ms) {
  last_ms_ = now_ms;
  const auto beside = std::filesystem::path(dirs_begin_).parent_path();
  std::error_code unreadable;
  std::filesystem::directory_iterator entry(beside, unreadable);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(unreadable)) {
    const Bytes path = entry->path().string();
    if (!is_unfinished(path)) continue;
    log_.warning("A checkpoint that was never finished holds space: " + path + " may be removed");
  }
}

// Others may write checkpoints there, too.
bool Saves::is_unfinished(BytesView path) const {
  constexpr BytesView kEnd = ".tmp";  // the engine's own
  if (!path.starts_with(dirs_begin_) || !path.ends_with(kEnd)) return false;
  path.remove_prefix(dirs_begin_.size());
  path.remove_suffix(kEnd.size());
  return parse_int64(path).has_value();
}

std::optional<ports::StoreError> Saves::write() const {
  try {
    store_.checkpoint(dir_);
  } catch (const ports::StoreError& error) {
    return error;
  } catch (const std::exception& error) {
    return ports::StoreError(ports::StoreError::Kind::kUnavailable, error.what());
  }
  return std::nullopt;
}

void Saves::note_beginning(int64_t now_ms) {
  dir_ = dirs_begin_ + format_int64(now_ms);
  begun_ms_ = now_ms;
  changes_before_ = changes_;
  is_scheduled_ = false;
  ++count_;
}

void Saves::save(int64_t now_ms) {
  note_beginning(now_ms);
  const auto failure = write();
  note_end(failure, now_ms);
  if (failure) throw *failure;
}

void Saves::begin(int64_t now_ms) {
  note_beginning(now_ms);
  try {
    store_.check_room_for_checkpoint(dir_);
    being_written_ = std::async(std::launch::async, [this] { return write(); });
  } catch (const ports::StoreError& error) {
    note_end(error, now_ms);
    throw;
  } catch (const std::system_error& error) {  // no thread
    const ports::StoreError failure(ports::StoreError::Kind::kUnavailable, error.what());
    note_end(failure, now_ms);
    throw failure;
  }
}

void Saves::look(int64_t now_ms) {
  if (!is_under_way()) return;
  if (being_written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) finish(now_ms);
}

void Saves::finish(int64_t now_ms) {
  if (!is_under_way()) return;
  note_end(being_written_.get(), now_ms);
  last_took_ms_ = now_ms - begun_ms_;
}

void Saves::note_end(const std::optional<ports::StoreError>& failure, int64_t now_ms) {
  last_has_failed_ = failure.has_value();
  if (failure) {
    log_.warning("No checkpoint was written to " + dir_ + ": " + failure->text());
    return;
  }
  changes_ -= changes_before_;
  last_ms_ = now_ms;
  last_dir_ = std::filesystem::absolute(dir_).string();
  log_.notice("Checkpoint written to " + dir_);
}

}  // namespace keemun::server
