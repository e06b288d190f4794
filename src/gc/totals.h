// What the collection of garbage has seen and done since the process began: for the host to show.
#pragma once

#include <cstdint>

namespace keemun::gc {

struct Totals {
  int64_t metas_seen = 0;  // by scans
  int64_t rows_seen = 0;   // below metas, by scans
  int64_t metas_erased = 0;
  int64_t rows_erased = 0;
  int64_t keys_swept = 0;        // by the index of expiry, with all their rows
  int64_t rows_too_young = 0;    // left alone: their meta may be on its way
  int64_t rows_undecodable = 0;  // seen and left alone; each round counts them again
  int64_t commits = 0;
  int64_t rounds_ended = 0;
  int64_t keys_collected = 0;  // those that were queued, whoever found them
  int64_t keys_dropped = 0;    // the queue was full: a scan finds them

  // What was done since then has not happened.
  void take_back_to(const Totals& before) {
    metas_erased = before.metas_erased;
    rows_erased = before.rows_erased;
    keys_swept = before.keys_swept;
    commits = before.commits;
    rounds_ended = before.rounds_ended;
    keys_collected = before.keys_collected;
  }

  friend bool operator==(const Totals&, const Totals&) = default;
};

}  // namespace keemun::gc
