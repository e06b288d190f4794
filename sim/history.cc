#include "sim/history.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/number_text.h"
#include "plan/plan_text.h"
#include "sim/history_search.h"

namespace keemun::sim {

using model::Database;
using Component = HistorySearch::Component;

namespace {

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
      const model::Entry* old_entry = before.databases()[i].stored(key);
      const model::Entry* new_entry = subject.final_state.databases[i]->stored(key);
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
      const model::Entry* entry = stored.databases[i]->stored(key);
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
  HistorySearch search(model, subject, all, no_steps);
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
    HistorySearch search(model, subject, component, steps_left);
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
