#include "plan/generator.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/number_text.h"
#include "plan/draw.h"
#include "plan/grammar.h"
#include "plan/second_looks.h"
#include "plan/values.h"

namespace keemun::plan {

namespace {

// The first of that name.
size_t row_named(BytesView name) {
  static const std::map<BytesView, size_t> kRows = [] {
    std::map<BytesView, size_t> by_name;
    size_t number = 0;
    for (const GrammarRow& row : grammar_rows()) by_name.try_emplace(row.name, number++);
    return by_name;
  }();
  return kRows.at(name);
}

// A live server would hold up the plan; in a transaction it does not wait.
bool may_wait(const GrammarRow& row) {
  const BytesView name = row.name;
  if (row.pattern.find("BLOCK") != BytesView::npos) return true;
  return name.starts_with("bl") || name.starts_with("br") || name.starts_with("bz");
}

bool asks_for_group(const GrammarRow& row) {
  return row.pattern.find("key:grouped") != BytesView::npos;
}

// As many as one likes.
bool takes_members(const GrammarRow& row) {
  return row.pattern.find("member)+") != BytesView::npos ||
         row.pattern.find("member+") != BytesView::npos ||
         row.pattern.find("(member value)+") != BytesView::npos;
}

// A row of the grammar, and what is asked of it with every event.
struct Row {
  explicit Row(const GrammarRow& row)
      : pattern(read_pattern(row.pattern)),
        is_scan(row.name.ends_with("scan")),
        may_wait(plan::may_wait(row)),
        asks_for_group(plan::asks_for_group(row)),
        takes_members(plan::takes_members(row)),
        command(commands::find_command_named(row.name)) {}

  Pattern pattern;
  bool is_scan;
  bool may_wait;
  bool asks_for_group;
  bool takes_members;
  const commands::Command* command;
};

const std::vector<Row>& all_rows() {
  static const std::vector<Row> kRows(grammar_rows().begin(), grammar_rows().end());
  return kRows;
}

// What makes a well-formed command wrong: one argument missing, one too many, two swapped, one
// replaced, or a name that nobody knows.
void break_command(Args& args, ValueContext& context) {
  Draw& draw = context.draw;
  if (draw.percent(4)) {
    args[0] += 'x';
    return;
  }
  const size_t others = args.size() - 1;
  if (others == 0 || draw.percent(20)) {
    args.push_back(garbage(context));
    return;
  }
  const size_t victim = 1 + draw.below(others);
  switch (draw.below(4)) {
    case 0:
      args.erase(args.begin() + static_cast<std::ptrdiff_t>(victim));
      break;
    case 1:
      args.insert(args.begin() + static_cast<std::ptrdiff_t>(victim), args[victim]);
      break;
    case 2:
      std::swap(args[victim], args[1 + draw.below(others)]);
      break;
    default:
      args[victim] = garbage(context);
      break;
  }
}

// Redis asks for memory for all that XAUTOCLAIM might claim. Whether the machine has so much is no
// matter of a plan.
void bound_claims(Args& args) {
  constexpr size_t kOptionsBegin = 6;
  constexpr int64_t kOnAnyMachine = 1'000'000;
  constexpr int64_t kOnNone = std::numeric_limits<int64_t>::max() / 16;
  for (size_t i = kOptionsBegin; i < args.size(); ++i) {
    const auto number = parse_int64(args[i]);
    if (number && *number > kOnAnyMachine && *number <= kOnNone) args[i] = "1000000";
  }
}

// Chances along the rows: of each the sum of its own and of all before it.
std::vector<size_t> summed(std::vector<size_t> weights) {
  std::partial_sum(weights.begin(), weights.end(), weights.begin());
  return weights;
}

// Of the rows that fill the keyspace those that the plan has.
std::vector<size_t> filling(const std::vector<size_t>& weights) {
  std::vector<size_t> some = weights;
  for (size_t i = 0; i < some.size(); ++i) {
    const bool fills = grammar_rows()[i].weight >= GrammarRow::kOften &&
                       all_rows()[i].command->is(commands::kWrite);
    if (!fills) some[i] = 0;
  }
  return some;
}

class Generator {
 public:
  Generator(uint64_t seed, const GeneratorOptions& options)
      : seed_(seed),
        options_(options),
        swarm_(seed, options),
        in_multi_(swarm_.client_count + 1),
        up_to_row_(summed(swarm_.weights)),
        up_to_filling_row_(summed(filling(swarm_.weights))),
        has_transactions_(is_played("multi", options)),
        second_looks_(options) {}

  Plan plan() {
    Plan plan;
    plan.seed = seed_;
    plan.events.reserve(options_.event_count);
    for (uint64_t id = 1; id <= options_.event_count; ++id) {
      Draw draw(seed_, id, Stream::kWorkload);
      if (draw.percent(swarm_.clock)) {
        plan.events.push_back({id, clock_event(draw)});
      } else if (!swarm_.faults.empty() && draw.percent(swarm_.fault)) {
        plan.events.push_back({id, fault_event(draw)});
      } else if (!second_looks_.empty()) {
        plan.events.push_back({id, second_looks_.take()});
      } else {
        plan.events.push_back({id, command_event(draw, id)});
      }
    }
    return plan;
  }

 private:
  ClockEvent clock_event(Draw& draw) {
    constexpr uint64_t kProcesses = 3;
    constexpr int64_t kSteps[] = {0,    1,    1,    2,          10, 499,  500,  999,
                                  1000, 1001, 5000, 86'400'000, -1, -300, -5000};
    const int64_t step = draw.pick(kSteps);
    return {static_cast<uint32_t>(1 + draw.below(kProcesses)), step};
  }

  FaultEvent fault_event(Draw& draw) {
    constexpr size_t kAmounts = 8;
    const Fault fault = draw.pick(std::span<const Fault>(swarm_.faults));
    return {fault, static_cast<int64_t>(draw.below(kAmounts))};
  }

  CommandEvent command_event(Draw& draw, uint64_t id) {
    if (!draw.percent(swarm_.same_client)) {
      client_ = static_cast<uint32_t>(1 + draw.below(swarm_.client_count));
    }
    const size_t number = with_group(draw, choose_row(draw, id));
    const Row& row = all_rows()[number];
    ValueContext context{draw, swarm_, options_, id, groups_, entries_};
    const size_t many = row.takes_members ? swarm_.many_members : 0;
    context.has_many = many > 0 && draw.percent(many);
    CommandEvent event{client_, name_words(grammar_rows()[number].name, context)};
    expand(row.pattern, context, event.args);
    // A scan that was broken could start in the middle, where Redis promises nothing; a wait could
    // become a long one.
    if (!row.is_scan && !row.may_wait && draw.percent(swarm_.broken_command)) {
      break_command(event.args, context);
    }
    if (grammar_rows()[number].name == "xautoclaim") bound_claims(event.args);
    follow_transaction(event.args);
    groups_.follow(row.command, event.args);
    entries_.follow(row.command, event.args);
    return second_looks_.around(draw, swarm_.second_look, row.command, std::move(event));
  }

  // Before anything is asked of a group, one is made.
  size_t with_group(Draw& draw, size_t number) const {
    constexpr size_t kBlindly = 5;
    if (!groups_.empty() || !all_rows()[number].asks_for_group) return number;
    const size_t creation = row_named("xgroup|create");
    return swarm_.weights[creation] == 0 || draw.percent(kBlindly) ? number : creation;
  }

  // "object|refcount" → OBJECT REFCOUNT.
  Args name_words(BytesView name, ValueContext& context) {
    constexpr size_t kUsualCount = 8;  // with the arguments to come
    Args words;
    words.reserve(kUsualCount);
    for (size_t start = 0; start <= name.size();) {
      const size_t end = std::min(name.find('|', start), name.size());
      Bytes word(name.substr(start, end - start));
      for (char& c : word) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
      }
      words.push_back(in_some_case(word, context));
      start = end + 1;
    }
    return words;
  }

  // In the beginning mostly what fills the keyspace: the rest then meets something.
  const std::vector<size_t>& rows_for(Draw& draw, uint64_t id) const {
    const bool begins = id <= options_.event_count / 5 && draw.percent(70);
    return begins && up_to_filling_row_.back() > 0 ? up_to_filling_row_ : up_to_row_;
  }

  size_t choose_row(Draw& draw, uint64_t id) {
    if (const auto row = transaction_row(draw)) return *row;
    const std::vector<size_t>& up_to = rows_for(draw, id);
    if (up_to.back() == 0) return row_named("ping");
    while (true) {
      const auto chosen = std::upper_bound(up_to.begin(), up_to.end(), draw.below(up_to.back()));
      const auto number = static_cast<size_t>(chosen - up_to.begin());
      // A scan's further pages could not be fetched before EXEC.
      const Row& row = all_rows()[number];
      if (in_multi_[client_] ? !row.is_scan : !row.may_wait) return number;
      if (draw.percent(10)) return row_named("ping");
    }
  }

  std::optional<size_t> transaction_row(Draw& draw) {
    if (!has_transactions_) return std::nullopt;
    const auto row = any_transaction_row(draw);
    return row && !is_played(grammar_rows()[*row].name, options_) ? std::nullopt : row;
  }

  std::optional<size_t> any_transaction_row(Draw& draw) {
    if (in_multi_[client_]) {
      if (draw.percent(15)) return row_named("exec");
      if (draw.percent(2)) return row_named(draw.percent(50) ? "discard" : "watch");
      if (draw.percent(2)) return row_named(draw.percent(50) ? "multi" : "unwatch");
      return std::nullopt;
    }
    if (!draw.percent(swarm_.transaction)) return std::nullopt;
    // One that ends what was never begun is worth a try now and then.
    if (draw.percent(4)) return row_named(draw.percent(50) ? "exec" : "discard");
    constexpr BytesView kStarts[] = {"multi", "multi", "multi", "multi",
                                     "watch", "watch", "watch", "unwatch"};
    return row_named(draw.pick(kStarts));
  }

  // As Redis follows it: a broken MULTI or DISCARD is refused and changes nothing, a broken EXEC
  // ends its transaction.
  void follow_transaction(const Args& args) {
    const bool is_whole = args.size() == 1;
    if (is_whole && ascii_equal_ignoring_case(args[0], "multi")) in_multi_[client_] = true;
    if (is_whole && ascii_equal_ignoring_case(args[0], "discard")) in_multi_[client_] = false;
    if (ascii_equal_ignoring_case(args[0], "exec")) in_multi_[client_] = false;
  }

  uint64_t seed_;
  const GeneratorOptions& options_;
  Swarm swarm_;
  std::vector<bool> in_multi_;
  const std::vector<size_t> up_to_row_;
  const std::vector<size_t> up_to_filling_row_;
  const bool has_transactions_;
  uint32_t client_ = 1;
  KnownGroups groups_;
  KnownEntries entries_;
  SecondLooks second_looks_;
};

}  // namespace

Plan generate(uint64_t seed, const GeneratorOptions& options) {
  return Generator(seed, options).plan();
}

}  // namespace keemun::plan
