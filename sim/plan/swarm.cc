#include "plan/swarm.h"

#include <algorithm>

#include "base/check.h"
#include "plan/draw.h"
#include "plan/grammar.h"

namespace keemun::plan {

namespace {

constexpr uint64_t kBeforeAllEvents = 0;

bool contains(const std::vector<commands::Group>& groups, commands::Group group) {
  return groups.empty() || std::find(groups.begin(), groups.end(), group) != groups.end();
}

bool is_left_out(BytesView command, const GeneratorOptions& options) {
  return std::find(options.without.begin(), options.without.end(), command) !=
         options.without.end();
}

bool has_value(const GrammarRow& row, BytesView name) {
  return row.pattern.find(name) != BytesView::npos;
}

bool is_allowed(const GrammarRow& row, const GeneratorOptions& options) {
  const bool is_of_clock = has_value(row, "auto-id");
  if (is_of_clock && !(options.own_clock && options.one_clock)) return false;
  if (has_value(row, "sign-about") && !options.own_clock) return false;
  if (!options.whole_keyspace && row.reach != GrammarRow::Reach::kKeys) return false;
  return !is_left_out(row.name, options);
}

// Which families are played, and how much: a family is off, or weighs 1, 2 or 4.
std::vector<size_t> family_weights(Draw& draw, const GeneratorOptions& options) {
  std::vector<size_t> weights(commands::kGroupCount);
  bool any = false;
  for (size_t i = 0; i < weights.size(); ++i) {
    constexpr size_t kWeights[] = {0, 0, 1, 1, 2, 4};
    weights[i] =
        contains(options.groups, static_cast<commands::Group>(i)) ? draw.pick(kWeights) : 0;
    any = any || weights[i] > 0;
  }
  if (any) return weights;
  for (size_t i = 0; i < weights.size(); ++i) {
    weights[i] = contains(options.groups, static_cast<commands::Group>(i)) ? 1 : 0;
  }
  return weights;
}

}  // namespace

bool is_played(BytesView command, const GeneratorOptions& options) {
  return !is_left_out(command, options) &&
         contains(options.groups, commands::find_command_named(command)->group);
}

Swarm::Swarm(uint64_t seed, const GeneratorOptions& options) {
  Draw draw(seed, kBeforeAllEvents, Stream::kSwarm);
  const auto chance = [&draw](size_t off, size_t low, size_t high) -> size_t {
    if (draw.percent(off)) return 0;
    return static_cast<size_t>(draw.between(static_cast<int64_t>(low), static_cast<int64_t>(high)));
  };
  client_count = draw.percent(40) ? 1 : 1 + draw.below(options.client_count_max);
  same_client = chance(10, 50, 98);
  other_type_key = chance(40, 1, 12);
  odd_key = chance(60, 1, 20);
  hot_key = chance(10, 30, 95);
  edge_number = chance(40, 2, 30);
  edge_bytes = chance(50, 2, 30);
  long_bytes = chance(85, 1, 5);
  wild_options = chance(40, 3, 30);
  odd_case = chance(60, 5, 50);
  broken_command = chance(40, 1, 10);
  transaction = chance(50, 1, 12);
  other_database = chance(70, 5, 60);
  clock = options.own_clock ? chance(30, 1, 10) : 0;
  text_ranges = draw.percent(60);
  sets_in_the_past = options.own_clock || draw.percent(50);

  draw_faults(draw, options.faults);
  if (options.names_databases) named_database = chance(40, 10, 80);
  wide_member = chance(50, 10, 70);
  few_members = chance(20, 30, 90);
  few_scores = chance(30, 30, 95);
  second_look = chance(30, 3, 30);

  families = family_weights(draw, options);
  for (const GrammarRow& row : grammar_rows()) {
    const commands::Command* command = commands::find_command_named(row.name);
    CHECK(command != nullptr);
    const bool counts = row.reach == GrammarRow::Reach::kKeyspaceCount;
    const bool by_text = row.pattern.find("lex-low") != BytesView::npos;
    const bool fits_text_ranges = text_ranges ? !row.name.starts_with("sort") : !by_text;
    const bool on = is_allowed(row, options) && fits_text_ranges &&
                    !(counts && sets_in_the_past && !options.own_clock);
    // Commands too are left out now and then, so that others follow each other directly.
    const bool drawn = !draw.percent(10);
    weights.push_back(on && drawn ? row.weight * families[static_cast<size_t>(command->group)] : 0);
  }
  if (!text_ranges) many_members = chance(65, 1, 5);
}

void Swarm::draw_faults(Draw& draw, const std::vector<Fault>& all) {
  if (all.empty() || draw.percent(10)) return;
  for (const Fault one : all) {
    if (draw.percent(60)) faults.push_back(one);
  }
  if (!faults.empty()) fault = 1 + draw.below(12);
}

}  // namespace keemun::plan
