// The search for an order in which operations can have happened that have to do with each other, by
// way of their keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "model/model.h"
#include "sim/history.h"
#include "sim/touched_keys.h"
#include "sim/undo.h"

namespace keemun::sim {

class HistorySearch {
 public:
  struct Component {
    Touched touched;
    std::vector<size_t> operations;  // of the subject's, in the order of their calls
  };

  // All but `steps_left`, which is counted down, are only looked at; they outlive it.
  HistorySearch(model::Model& model, const HistorySubject& subject, const Component& component,
                size_t& steps_left);

  // Whether the order is what the hints say, as it nearly always is, and leads to all that is
  // stored. Leaves the model behind the last operation if it is, else as it was.
  bool is_as_hinted();
  const std::vector<size_t>& hinted_order() const { return hinted_; }

  // Leaves the model behind the last operation if there is an order, else as it was.
  HistoryVerdict::Kind run();
  std::vector<size_t> order() const;

 private:
  struct Frame {
    std::vector<size_t> candidates;  // places in the component
    size_t next = 0;
    size_t chosen = 0;
    std::optional<Undo> undo;  // of the chosen one
  };

  const Operation& operation(size_t place) const {
    return subject_.operations[component_.operations[place]];
  }
  // Whose call came before every answer that is still to come.
  std::vector<size_t> candidates() const;
  void go_on();
  void go_back();
  bool happens(const Operation& operation);
  template <typename Visit>
  void for_each_key(const Visit& visit) const;
  bool is_final_state() const;
  // What has happened, and what it has led to.
  uint64_t here() const;

  model::Model& model_;
  const HistorySubject& subject_;
  const Component& component_;
  size_t& steps_left_;
  std::vector<Touched> touched_;
  std::vector<bool> is_done_;
  size_t done_count_ = 0;
  std::vector<size_t> hinted_;
  std::vector<Frame> stack_;
  std::unordered_set<uint64_t> dead_ends_;  // order never seen
};

}  // namespace keemun::sim
