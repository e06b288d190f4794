#include "sim/plan_rules.h"

#include <algorithm>
#include <variant>

#include "commands/table/table.h"
#include "plan/plan_text.h"
#include "sim/world_options.h"

namespace keemun::sim {

using plan::Fault;

namespace {

constexpr int64_t kStepBackMsMax = 5'000;
// Far from where a sum of many steps would end.
constexpr int64_t kStepMsMax = 100'000'000'000;

constexpr BytesView kOfSeveralOperations[] = {"scan",  "hscan", "sscan",
                                              "zscan", "watch", "unwatch"};

bool may_happen(const WorldOptions& world, Fault fault) {
  if (world.schedule == WorldOptions::Schedule::kInline) return false;
  if (fault == Fault::kCrash) return true;
  if (fault == Fault::kCrashAtWrite) return world.process_count == 1;  // of any class
  const auto faults = world.faults();
  return std::find(faults.begin(), faults.end(), fault) != faults.end();
}

std::optional<Bytes> why_not(const WorldOptions& world, const plan::FaultEvent& event) {
  if (may_happen(world, event.fault)) return std::nullopt;
  const Bytes text(plan::fault_text(event.fault));
  if (world.schedule == WorldOptions::Schedule::kInline) {
    return "nothing goes wrong in an inline world: " + text;
  }
  return "does not happen in this world, of class " + Bytes(world.profile.name) + ": " + text;
}

std::optional<Bytes> why_not(const WorldOptions& /*world*/, const plan::ClockEvent& event) {
  if (event.advance_ms >= -kStepBackMsMax && event.advance_ms <= kStepMsMax) return std::nullopt;
  return "a clock moves by -" + std::to_string(kStepBackMsMax) + " to +" +
         std::to_string(kStepMsMax) + " milliseconds";
}

std::optional<Bytes> why_not(const WorldOptions& world, const plan::CommandEvent& event) {
  if (world.schedule == WorldOptions::Schedule::kInline) return std::nullopt;
  const commands::Command* command = commands::find_command(event.args);
  if (command == nullptr) return std::nullopt;
  if (command->name.starts_with("function|") || command->name.starts_with("fcall")) {
    return "no law follows libraries of functions through faults, only in an inline world: " +
           event.args[0];
  }
  const auto names = commands_of_several_operations();
  if (std::find(names.begin(), names.end(), command->name) == names.end()) {
    return std::nullopt;
  }
  return "no law says what it answers among many clients at once, only in an inline world: " +
         event.args[0];
}

}  // namespace

std::optional<Objection> objection_to(const plan::Plan& plan) {
  const WorldOptions world = WorldOptions::parse(plan.options);
  for (size_t i = 0; i < plan.events.size(); ++i) {
    auto why = std::visit([&world](const auto& event) { return why_not(world, event); },
                          plan.events[i].what);
    if (why) return Objection{i, std::move(*why)};
  }
  return std::nullopt;
}

std::span<const BytesView> commands_of_several_operations() {
  return kOfSeveralOperations;
}

}  // namespace keemun::sim
