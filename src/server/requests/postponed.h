// Requests that are held back and begun anew: when CLIENT PAUSE is over, when other threads have
// brought what they read into memory, when the keys of a new process are counted, when commits have
// made room for what they write, when requests have ended that take long. Their clients stand still
// meanwhile, and may go away.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "server/client.h"
#include "server/state.h"
#include "server/store/deferring_store.h"
#include "server/threads/read_threads.h"

namespace keemun::server {

class Postponed {
 public:
  // The state outlives it.
  explicit Postponed(State& state);
  // Reads that are under way end soon.
  ~Postponed() { is_over_ = true; }
  Postponed(const Postponed&) = delete;
  Postponed& operator=(const Postponed&) = delete;

  void until_pause_ends(Client& client, std::span<const BytesView> args);
  void until_read(Client& client, std::span<const BytesView> args, ColdRead read);
  void until_counted(Client& client, std::span<const BytesView> args);
  void until_room(Client& client, std::span<const BytesView> args);
  void until_others_end(Client& client, std::span<const BytesView> args);
  // A read of the upkeep's own.
  void read_for_upkeep(ColdRead read);

  // Can be read as long as there is somebody to take of those who have waited for the disk.
  const Descriptor& bell() const { return read_threads_.bell(); }
  // Each go on with their request. Among the first may be the upkeep.
  static constexpr uint64_t kUpkeep = 0;
  std::vector<uint64_t> take_read() { return read_threads_.take_ended(); }
  std::vector<uint64_t> take_paused() { return std::exchange(paused_, {}); }
  std::vector<uint64_t> take_counted() { return std::exchange(awaiting_count_, {}); }
  std::vector<uint64_t> take_awaiting_room() { return std::exchange(awaiting_room_, {}); }
  std::vector<uint64_t> take_awaiting_others() { return std::exchange(awaiting_others_, {}); }
  void still_awaits_others(uint64_t id) { awaiting_others_.push_back(id); }
  const std::vector<uint64_t>& awaiting_others() const { return awaiting_others_; }

 private:
  void ask_disk(uint64_t asker, ColdRead read, size_t pages_max);

  State& state_;
  const size_t threads_for_one_;  // however much he reads, others have some left
  std::vector<uint64_t> paused_;
  std::vector<uint64_t> awaiting_count_;
  std::vector<uint64_t> awaiting_room_;
  std::vector<uint64_t> awaiting_others_;
  std::atomic<bool> is_over_ = false;
  ReadThreads read_threads_;  // ends before what they read
};

}  // namespace keemun::server
