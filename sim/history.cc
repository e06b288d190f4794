#include "sim/history.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/number_text.h"
#include "inexact/allowed_replies.h"
#include "plan/plan_text.h"
#include "sim/entry_hash.h"

namespace keemun::sim {

using model::Database;
using resp::Reply;

namespace {

bool is_same(const model::Entry* found, const model::Entry* wanted, int64_t now_ms) {
  if (found != nullptr && found->expired(now_ms)) found = nullptr;
  if (wanted != nullptr && wanted->expired(now_ms)) wanted = nullptr;
  if (found == nullptr || wanted == nullptr) return found == wanted;
  return found->value == wanted->value && found->expire_at_ms == wanted->expire_at_ms;
}

const model::Entry* entry_of(const Database& database, BytesView key) {
  const auto found = database.entries().find(key);
  return found == database.entries().end() ? nullptr : &found->second;
}

// What the model held before an operation, of what the operation may touch.
class Undo {
 public:
  // `touched` outlives it.
  Undo(model::Model& model, const Touched& touched) : touched_(touched) {
    if (touched.are_all) {
      all_ = model.databases();
      return;
    }
    for (size_t i = 0; i < model.databases().size(); ++i) {
      // Both are in order: to walk beside each other costs less than to look for every key.
      const Database::Entries& entries = model.databases()[i].entries();
      auto entry = entries.begin();
      for (const Bytes& key : touched.keys) {
        while (entry != entries.end() && entry->first < key) ++entry;
        if (entry == entries.end()) break;
        if (entry->first == key) entries_.push_back({i, key, entry->second});
      }
    }
  }

  void restore(model::Model& model) {
    if (all_) {
      model.databases() = std::move(*all_);
      return;
    }
    for (Database& database : model.databases()) {
      for (const Bytes& key : touched_.keys) database.erase(key);
    }
    for (Before& before : entries_) {
      Database& database = model.databases()[before.database];
      database.put(before.key, std::move(before.entry.value), before.entry.expire_at_ms);
    }
  }

 private:
  struct Before {
    size_t database;
    Bytes key;
    model::Entry entry;
  };
  const Touched& touched_;
  std::vector<Before> entries_;  // that were there
  std::optional<std::vector<Database>> all_;
};

// Operations that have to do with each other, by way of their keys.
struct Component {
  Touched touched;
  std::vector<size_t> operations;  // in the order of their calls
};

std::vector<Component> components_of(std::span<const Operation> operations) {
  std::vector<Component> components;
  for (size_t i = 0; i < operations.size(); ++i) {
    Component joined{touched_by(operations[i].commands), {}};
    for (Component& other : components) {
      if (!meet(joined.touched, other.touched)) continue;
      add_to(joined.touched, std::move(other.touched));
      joined.operations.insert(joined.operations.end(), other.operations.begin(),
                               other.operations.end());
      other.operations.clear();
    }
    std::erase_if(components, [](const Component& other) { return other.operations.empty(); });
    std::sort(joined.operations.begin(), joined.operations.end());
    joined.operations.push_back(i);
    components.push_back(std::move(joined));
  }
  return components;
}

// The search for an order of one component.
class Search {
 public:
  Search(model::Model& model, const HistorySubject& subject, const Component& component,
         size_t& steps_left)
      : model_(model),
        subject_(subject),
        component_(component),
        steps_left_(steps_left),
        is_done_(component.operations.size()) {}

  // Whether the order is what the hints say, as it nearly always is, and leads to all that is
  // stored. Leaves the model behind the last operation if it is, else as it was.
  bool is_as_hinted() {
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
  const std::vector<size_t>& hinted_order() const { return hinted_; }

  // Leaves the model behind the last operation if there is an order, else as it was.
  HistoryVerdict::Kind run() {
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

  std::vector<size_t> order() const {
    std::vector<size_t> order;
    for (size_t i = 0; i + 1 < stack_.size(); ++i) {
      order.push_back(component_.operations[stack_[i].chosen]);
    }
    return order;
  }

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
  std::vector<size_t> candidates() const {
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

  void go_on() {
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

  void go_back() {
    dead_ends_.insert(here());
    stack_.pop_back();
    if (stack_.empty()) return;
    Frame& frame = stack_.back();
    frame.undo->restore(model_);
    is_done_[frame.chosen] = false;
    --done_count_;
  }

  bool happens(const Operation& operation) {
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
    return inexact::is_right(subject_.options.blindness(), model_.options(),
                             {commands.back(), queue}, judgement, operation.reply);
  }

  template <typename Visit>
  void for_each_key(const Visit& visit) const {
    const auto& databases = model_.databases();
    for (size_t i = 0; i < databases.size(); ++i) {
      const Database& stored = *subject_.final_state.databases[i];
      if (!component_.touched.are_all) {
        for (const Bytes& key : component_.touched.keys) {
          visit(i, key, entry_of(databases[i], key), entry_of(stored, key));
        }
        continue;
      }
      for (const auto& [key, entry] : databases[i].entries()) {
        visit(i, key, &entry, entry_of(stored, key));
      }
      for (const auto& [key, entry] : stored.entries()) {
        if (!databases[i].entries().contains(key)) visit(i, key, nullptr, &entry);
      }
    }
  }

  bool is_final_state() const {
    bool is_same_state = true;
    for_each_key([&](size_t, const Bytes&, const model::Entry* ours, const model::Entry* stored) {
      is_same_state = is_same_state && is_same(ours, stored, subject_.now_ms);
    });
    return is_same_state;
  }

  // What has happened, and what it has led to.
  uint64_t here() const {
    uint64_t hash = done_count_;
    for (size_t i = 0; i < is_done_.size(); ++i) hash = hash_draw(hash, i, is_done_[i] ? 1 : 0);
    for_each_key(
        [&](size_t database, const Bytes& key, const model::Entry* ours, const model::Entry*) {
          if (ours == nullptr) return;
          hash = hash_draw(hash_bytes(key, hash), database, hash_entry(*ours));
        });
    return hash;
  }

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

Bytes time_text(uint64_t step) {
  return step == kNever ? "?" : std::to_string(step);
}

Bytes entry_text(const model::Entry* entry) {
  if (entry == nullptr) return "nothing";
  Bytes text(model::type_name(entry->value));
  if (const auto* string = std::get_if<model::String>(&entry->value)) {
    text += " " + plan::argument_text(*string);
  }
  return text + ", expires at " + format_int64(entry->expire_at_ms);
}

// What was stored before and after under the keys of a component.
Bytes states_text(model::Model& before, const HistorySubject& subject, const Touched& touched) {
  Bytes text;
  for (size_t i = 0; i < subject.final_state.databases.size(); ++i) {
    for (const Bytes& key : touched.keys) {
      const model::Entry* old_entry = entry_of(before.databases()[i], key);
      const model::Entry* new_entry = entry_of(*subject.final_state.databases[i], key);
      if (old_entry == nullptr && new_entry == nullptr) continue;
      text += "\ndb" + std::to_string(i) + " " + plan::argument_text(key) + ": first " +
              entry_text(old_entry) + "; at " + std::to_string(subject.now_ms) + " " +
              entry_text(new_entry);
    }
  }
  return text;
}

Bytes describe(model::Model& before, const HistorySubject& subject, const Component& component) {
  Bytes text = "no order explains these:";
  for (const size_t index : component.operations) {
    const Operation& operation = subject.operations[index];
    text += "\n[" + time_text(operation.called_at) + ", " + time_text(operation.returned_at) +
            "] c" + std::to_string(operation.client) + " db" + std::to_string(operation.database) +
            " at " + std::to_string(operation.now_ms) + ":";
    for (const plan::Args& args : operation.commands) text += " " + plan::command_line(args) + ";";
    const bool is_open = operation.returned_at == kNever;
    text += " -> " + (is_open ? "?" : resp::to_transcript(operation.reply));
  }
  return text + states_text(before, subject, component.touched);
}

}  // namespace

void take_over(model::Model& model, const Touched& touched, const StoredKeys& stored) {
  for (size_t i = 0; i < model.databases().size(); ++i) {
    Database& database = model.databases()[i];
    if (touched.are_all) {
      database = *stored.databases[i];
      continue;
    }
    for (const Bytes& key : touched.keys) {
      const model::Entry* entry = entry_of(*stored.databases[i], key);
      if (entry == nullptr) {
        database.erase(key);
      } else {
        database.put(key, entry->value, entry->expire_at_ms);
      }
    }
  }
}

void apply(model::Model& model, const Operation& operation) {
  model::Client client;
  client.database = operation.database;
  const std::span<const plan::Args> commands = operation.commands;
  for (const plan::Args& args : commands.first(commands.size() - 1)) {
    model.execute(client, args, operation.now_ms);
  }
  if (operation.returned_at == kNever) {
    model.execute(client, commands.back(), operation.now_ms);
  } else {
    model.judge(client, commands.back(), operation.now_ms, operation.reply);
  }
}

namespace {

// All operations at once; none if it is not so simple.
std::optional<std::vector<size_t>> hinted_order(model::Model& model,
                                                const HistorySubject& subject) {
  if (subject.unjudged.are_all || !subject.unjudged.keys.empty()) return std::nullopt;
  Component all;
  all.touched.are_all = true;  // to ask each operation would cost more than to copy everything once
  all.operations.resize(subject.operations.size());
  std::iota(all.operations.begin(), all.operations.end(), size_t{0});
  size_t no_steps = 0;
  Search search(model, subject, all, no_steps);
  if (!search.is_as_hinted()) return std::nullopt;
  return search.hinted_order();
}

}  // namespace

HistoryVerdict check_history(model::Model& model, const HistorySubject& subject) {
  HistoryVerdict verdict;
  if (auto order = hinted_order(model, subject)) {
    verdict.order = std::move(*order);
    verdict.is_compared = true;
    return verdict;
  }
  using Kind = HistoryVerdict::Kind;
  const auto leave_unjudged = [&](const Component& component) {
    take_over(model, component.touched, subject.final_state);
    add_to(verdict.taken_over, component.touched);
  };
  for (const Component& component : components_of(subject.operations)) {
    if (meet(component.touched, subject.unjudged)) {
      leave_unjudged(component);
      continue;
    }
    size_t steps_left = subject.steps_max;
    Search search(model, subject, component, steps_left);
    const Kind kind = search.run();
    if (kind == Kind::kDoesNotFit) {
      verdict.kind = kind;
      verdict.detail = describe(model, subject, component);
      return verdict;
    }
    if (kind == Kind::kUndecided) {  // others may show that a law is broken all the same
      verdict.kind = kind;
      leave_unjudged(component);
      continue;
    }
    const std::vector<size_t> order = search.order();
    verdict.order.insert(verdict.order.end(), order.begin(), order.end());
  }
  return verdict;
}

}  // namespace keemun::sim
