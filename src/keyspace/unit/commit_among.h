// A commit and those who must hear of it, in order. Once somebody beside the store has acted, or
// the store itself, a failure is no longer "nothing was done": it leaves as an unknown outcome.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "ports/rows.h"
#include "ports/store_error.h"

namespace keemun::keyspace {

template <typename Commit>
void commit_among(std::span<const std::unique_ptr<ports::Participant>> participants,
                  Commit commit) {
  bool is_committed = false;
  try {
    for (const auto& participant : participants) participant->before_commit();
    commit();
    is_committed = true;
    for (const auto& participant : participants) participant->after_commit();
  } catch (const ports::StoreError& error) {
    const bool has_acted =
        is_committed || std::any_of(participants.begin(), participants.end(),
                                    [](const auto& one) { return one->has_acted(); });
    if (!has_acted || error.kind() == ports::StoreError::Kind::kCorrupt) throw;
    throw ports::StoreError(ports::StoreError::Kind::kUnknownOutcome, error.text());
  }
}

}  // namespace keemun::keyspace
