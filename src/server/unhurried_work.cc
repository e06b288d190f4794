#include "server/unhurried_work.h"

#include "base/check.h"
#include "ports/store_error.h"

namespace keemun::server {

bool UnhurriedWork::do_unless_waiting(const char* what, const std::function<void()>& work) {
  CHECK(state_.long_script.client == 0);  // whose unit of work would meet what is done here
  if (is_waiting_) return false;
  constexpr int kColdReadsInARowMax = 100;
  try {
    std::optional<DeferringStore::Hurry> hurry;
    if (state_.settings.read_threads > 0 && cold_reads_in_a_row_ < kColdReadsInARowMax) {
      hurry.emplace(state_.hosted.reads());
    }
    work();
    cold_reads_in_a_row_ = 0;
    return true;
  } catch (ColdRead& read) {
    cold_read_ = std::move(read);
    was_broken_off_ = is_waiting_ = true;
    ++cold_reads_in_a_row_;
    ++state_.statistics.deferred_upkeep_reads;
  } catch (const ports::StoreError& error) {
    failures_.tell(state_.log, Bytes(what) + " failed, it goes on later: " + error.text());
  }
  return false;
}

}  // namespace keemun::server
