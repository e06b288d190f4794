#include "sim/history_search.h"

#include <algorithm>
#include <span>

#include "base/hash.h"
#include "inexact/allowed_replies.h"
#include "sim/entry_hash.h"

namespace keemun::sim {

using model::Database;

namespace {

bool is_same(const model::Entry* found, const model::Entry* wanted, int64_t now_ms) {
  if (found != nullptr && found->expired(now_ms)) found = nullptr;
  if (wanted != nullptr && wanted->expired(now_ms)) wanted = nullptr;
  if (found == nullptr || wanted == nullptr) return found == wanted;
  return found->value == wanted->value && found->expire_at_ms == wanted->expire_at_ms;
}

}  // namespace

HistorySearch::HistorySearch(model::Model& model, const HistorySubject& subject,
                             const Component& component, size_t& steps_left)
    : model_(model),
      subject_(subject),
      component_(component),
      steps_left_(steps_left),
      is_done_(component.operations.size()) {}

bool HistorySearch::is_as_hinted() {
  Undo undo(model_, component_.touched);
  hinted_ = component_.operations;
  // A hint beyond the call or the answer would be an order that cannot have been.
  const auto moment = [this](size_t index) {
    const Operation& operation = subject_.operations[index];
    return std::clamp(operation.hint_at, operation.called_at, operation.returned_at);
  };
  std::stable_sort(hinted_.begin(), hinted_.end(),
                   [&](size_t a, size_t b) { return moment(a) < moment(b); });
  const bool fits = std::all_of(hinted_.begin(), hinted_.end(), [this](size_t index) {
    return happens(subject_.operations[index]);
  });
  if (fits && !difference(subject_.final_state, model_.databases(), subject_.now_ms)) return true;
  undo.restore(model_);
  return false;
}

HistoryVerdict::Kind HistorySearch::run() {
  for (const size_t index : component_.operations) {
    touched_.push_back(touched_by(subject_.operations[index].commands));
  }
  stack_.push_back(Frame{candidates(), 0, 0, std::nullopt});
  while (!stack_.empty()) {
    if (done_count_ == is_done_.size() && is_final_state()) return HistoryVerdict::Kind::kFits;
    if (stack_.back().next == stack_.back().candidates.size()) {
      go_back();
      continue;
    }
    if (steps_left_ == 0) {
      while (!stack_.empty()) go_back();
      return HistoryVerdict::Kind::kUndecided;
    }
    --steps_left_;
    go_on();
  }
  return HistoryVerdict::Kind::kDoesNotFit;
}

std::vector<size_t> HistorySearch::order() const {
  std::vector<size_t> order;
  for (size_t i = 0; i + 1 < stack_.size(); ++i) {
    order.push_back(component_.operations[stack_[i].chosen]);
  }
  return order;
}

std::vector<size_t> HistorySearch::candidates() const {
  uint64_t first_answer = kNever;
  for (size_t i = 0; i < is_done_.size(); ++i) {
    if (!is_done_[i]) first_answer = std::min(first_answer, operation(i).returned_at);
  }
  std::vector<size_t> places;
  for (size_t i = 0; i < is_done_.size(); ++i) {
    if (!is_done_[i] && operation(i).called_at <= first_answer) places.push_back(i);
  }
  std::stable_sort(places.begin(), places.end(), [this](size_t a, size_t b) {
    return operation(a).hint_at < operation(b).hint_at;
  });
  return places;
}

void HistorySearch::go_on() {
  Frame& frame = stack_.back();
  frame.chosen = frame.candidates[frame.next++];
  frame.undo.emplace(model_, touched_[frame.chosen]);
  if (!happens(operation(frame.chosen))) {
    frame.undo->restore(model_);
    return;
  }
  is_done_[frame.chosen] = true;
  ++done_count_;
  stack_.push_back(Frame{{}, 0, 0, std::nullopt});
  if (dead_ends_.empty() || !dead_ends_.contains(here())) stack_.back().candidates = candidates();
}

void HistorySearch::go_back() {
  dead_ends_.insert(here());
  stack_.pop_back();
  if (stack_.empty()) return;
  Frame& frame = stack_.back();
  frame.undo->restore(model_);
  is_done_[frame.chosen] = false;
  --done_count_;
}

bool HistorySearch::happens(const Operation& operation) {
  if (operation.returned_at == kNever) {
    apply(model_, operation);
    return true;
  }
  model::Client client;
  client.database = operation.database;
  const std::span<const plan::Args> commands = operation.commands;
  for (const plan::Args& args : commands.first(commands.size() - 1)) {
    model_.execute(client, args, operation.now_ms);
  }
  const auto judgement = model_.judge(client, commands.back(), operation.now_ms, operation.reply);
  const auto queue = commands.size() > 1 ? commands.subspan(1, commands.size() - 2)
                                         : std::span<const plan::Args>();
  return inexact::is_right(subject_.options.blindness(), model_.options(), {commands.back(), queue},
                           judgement, operation.reply);
}

template <typename Visit>
void HistorySearch::for_each_key(const Visit& visit) const {
  const auto& databases = model_.databases();
  for (size_t i = 0; i < databases.size(); ++i) {
    const Database& stored = *subject_.final_state.databases[i];
    if (!component_.touched.are_all) {
      for (const Bytes& key : component_.touched.keys) {
        visit(i, key, databases[i].stored(key), stored.stored(key));
      }
      continue;
    }
    for (const auto& [key, entry] : databases[i].entries()) {
      visit(i, key, &entry, stored.stored(key));
    }
    for (const auto& [key, entry] : stored.entries()) {
      if (!databases[i].entries().contains(key)) visit(i, key, nullptr, &entry);
    }
  }
}

bool HistorySearch::is_final_state() const {
  bool is_same_state = true;
  for_each_key([&](size_t, const Bytes&, const model::Entry* ours, const model::Entry* stored) {
    is_same_state = is_same_state && is_same(ours, stored, subject_.now_ms);
  });
  return is_same_state;
}

uint64_t HistorySearch::here() const {
  uint64_t hash = done_count_;
  for (size_t i = 0; i < is_done_.size(); ++i) hash = hash_draw(hash, i, is_done_[i] ? 1 : 0);
  for_each_key(
      [&](size_t database, const Bytes& key, const model::Entry* ours, const model::Entry*) {
        if (ours == nullptr) return;
        hash = hash_draw(hash_bytes(key, hash), database, hash_entry(*ours));
      });
  return hash;
}

}  // namespace keemun::sim
