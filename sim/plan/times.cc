#include "plan/times.h"

namespace keemun::plan {

namespace {

constexpr int64_t kFarSeconds = 10'000'000;
constexpr int64_t kFarStepSeconds = 1'000;
constexpr int64_t kFarUnixSeconds = 4'100'000'000;

int64_t far_seconds(ValueContext& context) {
  return kFarSeconds + kFarStepSeconds * static_cast<int64_t>(context.event_id % 100'000);
}

// Not whole seconds, where the unit allows it: nor must a server make them so.
Bytes far_time(int64_t seconds, ValueContext& context, int64_t unit_ms) {
  const auto ms = static_cast<int64_t>(context.event_id * 37 % kMsPerSecond);
  return std::to_string((seconds * kMsPerSecond + ms) / unit_ms);
}

int64_t near_ms(ValueContext& context) {
  constexpr int64_t kTimes[] = {1, 2, 10, 499, 500, 999, 1000, 1001, 1499, 1500, 5000, 100'000};
  return context.draw.pick(kTimes);
}

Bytes edge_time(ValueContext& context) {
  constexpr BytesView kTexts[] = {"0",
                                  "-1",
                                  "9223372036854775807",
                                  "9223372036854775",
                                  "-9223372036854775808",
                                  "9223372036854776",
                                  "x",
                                  "",
                                  "1.5"};
  return Bytes(context.draw.pick(kTexts));
}

}  // namespace

Bytes time_to_live(ValueContext& context, int64_t unit_ms) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_time(context);
  if (context.options.own_clock && context.draw.percent(70)) {
    return std::to_string(unit_ms == 1 ? near_ms(context) : context.draw.between(1, 5));
  }
  return far_time(far_seconds(context), context, unit_ms);
}

Bytes future_time(ValueContext& context, int64_t unit_ms) {
  if (context.options.own_clock && context.draw.percent(70)) {
    return std::to_string((kStartMs + near_ms(context)) / unit_ms);
  }
  return far_time(kFarUnixSeconds + far_seconds(context), context, unit_ms);
}

Bytes any_time(ValueContext& context, int64_t unit_ms) {
  if (context.draw.percent(10)) return std::to_string(context.draw.between(1, 1'000'000));
  if (context.draw.percent(context.swarm.edge_number)) return edge_time(context);
  return future_time(context, unit_ms);
}

Bytes time_for_set(ValueContext& context, int64_t unit_ms) {
  return context.swarm.sets_in_the_past ? any_time(context, unit_ms)
                                        : future_time(context, unit_ms);
}

Bytes restore_ttl(ValueContext& context) {
  if (context.draw.percent(60)) return "0";
  if (context.draw.percent(context.swarm.edge_number)) return edge_time(context);
  return future_time(context, 1);  // in range both as a time to live and as a point in time
}

}  // namespace keemun::plan
