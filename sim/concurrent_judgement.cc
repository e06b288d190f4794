// What was seen and what is stored, held against the oracle and the laws.
#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/command_error.h"
#include "plan/plan_text.h"
#include "session/database_order.h"
#include "sim/concurrent_world.h"
#include "sim/world_collector.h"

namespace keemun::sim {

using resp::Reply;

namespace {

constexpr BytesView kNothingDone[] = {"ERR store unavailable, nothing was done", "TRYAGAIN ",
                                      "MOVED ", "CROSSSLOT ", "CLUSTERDOWN "};
constexpr BytesView kUnknown = "ERR outcome unknown";

bool says_nothing_done(const Reply& reply) {
  if (!reply.is_error()) return false;
  return std::any_of(std::begin(kNothingDone), std::end(kNothingDone),
                     [&](BytesView text) { return reply.text().starts_with(text); });
}

// Whatever it was told. Of a sorted set whose index is in Redis it is the index that counts.
bool has_happened(const CommitTrack& track) {
  if (track.index == CommitTrack::Index::kAsItWas) return false;
  return track.index != CommitTrack::Index::kUntouched || track.commit != 0;
}

bool says_unknown(const Reply& reply) {
  return reply.is_error() && reply.text().starts_with(kUnknown);
}

// A transaction, or a script: several commands that are committed together.
bool is_unit_of_many(const Operation& operation) {
  if (operation.commands.size() != 1) return operation.commands.size() > 1;
  constexpr BytesView kEval = "eval";
  const BytesView name = operation.commands.front().front();
  return ascii_equal_ignoring_case(name.substr(0, kEval.size()), kEval);
}

// Takes no key's gate, so others may change keys behind its back: what it sees is no one moment.
bool is_walk_over_keys(const plan::Args& args) {
  constexpr BytesView kWalks[] = {"dbsize", "keys", "randomkey"};
  return std::any_of(std::begin(kWalks), std::end(kWalks),
                     [&](BytesView name) { return ascii_equal_ignoring_case(args[0], name); });
}

}  // namespace

void ConcurrentWorld::leave_out_unjudged(Running& running) {
  Operation& operation = running.operation;
  const bool is_transaction = operation.commands.size() > 1;
  if (running.track.attempts > 1 && !is_unit_of_many(operation)) {
    fail("one_commit_per_command", plan::command_line(operation.commands.back()));
  }
  if (says_unknown(operation.reply)) {
    operation.returned_at = kNever;
    has_unknown_ = true;
  } else if (says_nothing_done(operation.reply)) {
    if (has_happened(running.track) || running.track.is_part) {
      fail("refused_means_not_done", plan::command_line(operation.commands.back()));
    }
    running.is_judged = false;
  } else if (is_walk_over_keys(operation.commands.front())) {
    running.is_judged = false;
  } else if (is_transaction && operation.reply.is_aggregate()) {
    auto& items = operation.reply.items();
    // Not an answer for each of its commands: the oracle will say so.
    if (items.size() + 2 != operation.commands.size()) return;
    for (size_t i = items.size(); i-- > 0;) {
      if (!says_nothing_done(items[i]) && !says_unknown(items[i]) &&
          !is_walk_over_keys(operation.commands[i + 1])) {
        continue;
      }
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      operation.commands.erase(operation.commands.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }
}

std::vector<Operation> ConcurrentWorld::take_operations() {
  std::vector<Operation> operations;
  operations.reserve(stretch_.size());
  for (Running& running : stretch_) {
    Operation& operation = running.operation;
    if (!running.is_judged) continue;
    if (operation.returned_at == kNever && !has_happened(running.track) && !is_part(running)) {
      continue;
    }
    operation.hint_at = running.track.last_call_at;
    operation.commit = running.track.commit;
    operations.push_back(std::move(operation));
  }
  stretch_.clear();
  return operations;
}

// A transaction without an answer may have come as far as some of its batches, or of its indexes.
// What an index does late may come when its key is another.
bool ConcurrentWorld::is_part(const Running& running) const {
  const Operation& operation = running.operation;
  const CommitTrack& track = running.track;
  if (track.is_part) return true;
  if (operation.returned_at != kNever) return false;
  using Index = CommitTrack::Index;
  if (track.index == Index::kChangesLater) return true;
  if (operation.commands.size() == 1 && !is_unit_of_many(operation)) return false;
  if (track.has_asked_index) return track.attempts > 0 || track.index > Index::kUntouched;
  return track.commit != 0 && !kv_.capabilities().atomic_batch;
}

// What it chose, or which of its commands were refused, is not known where its answer is not.
bool ConcurrentWorld::is_left_open(const Running& running) const {
  const Operation& operation = running.operation;
  if (operation.returned_at != kNever) return false;
  return running.track.refusals > 0 || (has_lost_record_ && is_unit_of_many(operation)) ||
         std::any_of(operation.commands.begin(), operation.commands.end(),
                     [](const auto& args) { return ascii_equal_ignoring_case(args[0], "spop"); });
}

StoredKeys ConcurrentWorld::stored_keys() {
  const auto order = session::load_database_order(kv_, numbered_.size());
  StoredRows rows = {kv_.rows(),
                     numbered_,
                     order,
                     nodes_.latest_ms(),
                     &indexes_.keys(),
                     kv_.capabilities().atomic_batch,
                     ardb_rules(options_),
                     options_.encodings.has_expiry_index,
                     named_};
  rows.has_spare_index_rows = options_.has_stored_indexes();
  return reader_.read(rows, kv_.take_changes());
}

void ConcurrentWorld::check_stretch() {
  try {
    for (const Running& running : stretch_) {
      if (!running.is_judged || (!is_part(running) && !is_left_open(running))) continue;
      add_to(unjudged_, running.operation.commands);
    }
    const StoredKeys stored = stored_keys();
    for (const auto& [place, damage] : stored.damaged) {
      const bool is_unjudged = unjudged_.are_all || unjudged_.keys.contains(place.second);
      if (!is_unjudged || damage.counts_too_few) {
        return fail("rows_match_meta",
                    "key " + plan::argument_text(place.second) + ": " + damage.what);
      }
    }
    std::vector<Operation> all = take_operations();
    const HistoryVerdict verdict =
        check_history(model_, {options_, all, stored, nodes_.latest_ms(), unjudged_});
    if (verdict.kind == HistoryVerdict::Kind::kDoesNotFit) {
      return fail("linearizable_per_key", verdict.detail);
    }
    taken_over_ = verdict.taken_over;
    if (verdict.kind == HistoryVerdict::Kind::kUndecided) ++undecided_count_;
    in_order_.clear();
    for (const size_t index : verdict.order) in_order_.push_back(std::move(all[index]));
    if (!verdict.is_compared) {
      if (auto detail = difference(stored, model_.databases(), nodes_.latest_ms())) {
        return fail("rows_match_meta", std::move(*detail));
      }
    }
    unjudged_ = {};
    for (const auto& [place, damage] : stored.damaged) unjudged_.keys.insert(place.second);
  } catch (const CommandError& error) {
    fail("rows_match_meta", error.text());
  }
}

void ConcurrentWorld::lose_commits(size_t count) {
  const uint64_t last_kept = kv_.last_commit() - kv_.lose_commits(count);
  if (violation_) return;
  model_.databases() = std::move(before_);
  for (const Operation& operation : in_order_) {
    if (operation.commit != 0 && operation.commit <= last_kept) apply(model_, operation);
  }
  try {
    const StoredKeys stored = stored_keys();
    take_over(model_, taken_over_, stored);
    if (auto detail = difference(stored, model_.databases(), nodes_.latest_ms())) {
      fail("crash_keeps_a_prefix", std::move(*detail));
    }
  } catch (const CommandError& error) {
    fail("crash_keeps_a_prefix", error.text());
  }
  kv_.sync();
}

void ConcurrentWorld::let_long_pass() {
  // Clocks that stepped back have caught up by then, leases have ended, and nothing is young.
  constexpr int64_t kLongMs = 3'600'000;
  pass_time(kLongMs);
  if (nodes_.are_many()) claim_all_shares();
}

void ConcurrentWorld::collect_all_garbage() {
  nodes_.collect_all_garbage();
  try {
    if (auto detail = difference(stored_keys(), model_.databases(), nodes_.latest_ms())) {
      return fail("gc_never_deletes_live", std::move(*detail));
    }
    const auto left = unreachable_rows(kv_.rows(), numbered_.front(), nodes_.latest_ms());
    if (left.empty()) return;
    fail("gc_reclaims_everything", std::to_string(left.size()) + " rows are left, the first is " +
                                       plan::argument_text(left.front()));
  } catch (const CommandError& error) {
    fail("gc_never_deletes_live", error.text());
  }
}

void ConcurrentWorld::delete_every_key() {
  constexpr uint32_t kNewClient = std::numeric_limits<uint32_t>::max();
  for (size_t number = 0; number < numbered_.size() && !violation_; ++number) {
    for (const auto& [key, entry] : model_.databases()[number].entries()) {
      const size_t process = nodes_.are_many() ? nodes_.holder_of(key).value_or(0) : 0;
      session::Session& session = nodes_[process].process->session(kNewClient);
      session.connection().database = number;
      const std::array<BytesView, 2> words = {"del", key};
      const Reply reply = session.execute(words);
      if (!says_nothing_done(reply) && !says_unknown(reply)) continue;
      return fail("answers_after_faults", "DEL " + plan::argument_text(key) + ": " + reply.text());
    }
  }
}

}  // namespace keemun::sim
