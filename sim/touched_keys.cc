#include "sim/touched_keys.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "model/call.h"
#include "model/command_keys.h"

namespace keemun::sim {

namespace {

constexpr BytesView kOnTheWholeKeyspace[] = {"dbsize",    "flushall", "flushdb", "keys",
                                             "randomkey", "scan",     "swapdb"};

void add_touched(const plan::Args& args, Touched& touched) {
  const model::Command* command = model::named_by(args).command;
  if (command == nullptr) return;  // refused, whatever is there
  const auto names = [&](BytesView word) {
    return ascii_equal_ignoring_case(word, "by") || ascii_equal_ignoring_case(word, "get");
  };
  const bool makes_names =
      command->name.starts_with("sort") && std::any_of(args.begin(), args.end(), names);
  if (!model::has_keys(command->name)) {
    const auto found =
        std::find(std::begin(kOnTheWholeKeyspace), std::end(kOnTheWholeKeyspace), command->name);
    touched.are_all = touched.are_all || found != std::end(kOnTheWholeKeyspace);
    return;
  }
  if (makes_names) {
    touched.are_all = true;
    return;
  }
  const auto indexes = model::key_indexes(command->name, args);
  if (!indexes) return;
  for (const size_t index : *indexes) touched.keys.insert(args[index]);
}

}  // namespace

Touched touched_by(std::span<const plan::Args> commands) {
  Touched touched;
  add_to(touched, commands);
  return touched;
}

void add_to(Touched& all, std::span<const plan::Args> commands) {
  for (const plan::Args& args : commands) add_touched(args, all);
}

void add_to(Touched& all, Touched more) {
  all.are_all = all.are_all || more.are_all;
  all.keys.merge(more.keys);
}

bool meet(const Touched& one, const Touched& other) {
  if (one.are_all) return other.are_all || !other.keys.empty();
  if (other.are_all) return !one.keys.empty();
  return std::any_of(one.keys.begin(), one.keys.end(),
                     [&](const Bytes& key) { return other.keys.contains(key); });
}

}  // namespace keemun::sim
