#include "plan/stream_values.h"

#include <algorithm>

#include "plan/one_of.h"

namespace keemun::plan {

namespace {

// Ids grow along a plan, as those of a server do, and stand close enough to be met again.
constexpr uint64_t kEventsPerMs = 32;

int64_t ms_of_now(ValueContext& context) {
  return static_cast<int64_t>(context.event_id / kEventsPerMs) + 1;
}

Bytes edge_stream_id(ValueContext& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kTexts[] = {"0",
                                  "0-0",
                                  "0-1",
                                  "18446744073709551615",
                                  "18446744073709551615-18446744073709551615",
                                  "18446744073709551615-18446744073709551614",
                                  "18446744073709551616-0",
                                  "1-18446744073709551615",
                                  "-",
                                  "+",
                                  "$",
                                  ">",
                                  "*",
                                  "(1",
                                  "(-",
                                  "(+",
                                  "(0-0",
                                  "(",
                                  "1-",
                                  "-1",
                                  "1--1",
                                  "01-02",
                                  " 1-1",
                                  "+1-1",
                                  "1-1-1",
                                  "1-*",
                                  "0-*",
                                  "x",
                                  "",
                                  "1-1\0x"sv,
                                  "9223372036854775808-1"};
  return one_of(context, kTexts);
}

}  // namespace

Bytes stream_id(ValueContext& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_number)) return edge_stream_id(context);
  const Bytes* known = context.entries.any(draw, context.grouped_key.value_or(context.key));
  if (known != nullptr && draw.percent(75)) return *known;
  const int64_t ms = std::max<int64_t>(ms_of_now(context) - draw.between(0, 6), 0);
  if (draw.percent(15)) return decimal(ms);
  return decimal(ms) + "-" + decimal(draw.between(0, 4));
}

Bytes new_stream_id(ValueContext& context) {
  Draw& draw = context.draw;
  // Seldom: behind the last id of all nothing can be added.
  constexpr size_t kEdgeChance = 10;
  if (draw.percent(context.swarm.edge_number) && draw.percent(kEdgeChance)) {
    return edge_stream_id(context);
  }
  if (draw.percent(5)) return stream_id(context);
  const int64_t ms = ms_of_now(context);
  if (draw.percent(70)) return decimal(ms) + "-*";
  return decimal(ms) + "-" + decimal(draw.between(0, 5));
}

Bytes stream_bound(ValueContext& context) {
  constexpr BytesView kEnds[] = {"-", "+"};
  if (context.draw.percent(40)) return one_of(context, kEnds);
  const Bytes id = stream_id(context);
  return (context.draw.percent(25) ? "(" : "") + id;
}

Bytes group_start(ValueContext& context) {
  constexpr BytesView kStarts[] = {"0", "0", "0-0", "$"};
  return context.draw.percent(60) ? one_of(context, kStarts) : stream_id(context);
}

Bytes read_from(ValueContext& context) {
  constexpr BytesView kStarts[] = {"0", "0-0", "$"};
  return context.draw.percent(50) ? one_of(context, kStarts) : stream_id(context);
}

Bytes group_read_from(ValueContext& context) {
  constexpr BytesView kStarts[] = {">", ">", ">", "0"};
  return context.draw.percent(80) ? one_of(context, kStarts) : stream_id(context);
}

Bytes new_group_name(ValueContext& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kOdd[] = {""sv, "g\0"sv, "g1\xff"sv, "g1g"sv};
  constexpr BytesView kNames[] = {"g1", "g2", "g3"};
  if (context.draw.percent(context.swarm.edge_bytes)) return one_of(context, kOdd);
  const Bytes key = context.grouped_key.value_or("");
  for (const BytesView name : kNames) {
    if (!context.groups.contains({key, Bytes(name)})) return Bytes(name);
  }
  return one_of(context, kNames);
}

Bytes group_name(ValueContext& context) {
  constexpr size_t kBlindly = 5;
  const auto* known = context.groups.any(context.draw, context.grouped_key, {});
  const bool blindly = known == nullptr || context.draw.percent(kBlindly);
  context.group_name = blindly ? new_group_name(context) : known->name;
  return *context.group_name;
}

Bytes consumer_name(ValueContext& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kOdd[] = {""sv, "c\0"sv, "g1"sv, "c1c"sv};
  if (context.draw.percent(context.swarm.edge_bytes)) return one_of(context, kOdd);
  return "c" + decimal(context.draw.between(1, 3));
}

Bytes idle_ms(ValueContext& context) {
  constexpr BytesView kShort[] = {"1", "2", "500", "5000"};
  constexpr BytesView kSure[] = {"0", "0", "0", "-1", "86400000000"};
  if (context.options.own_clock && context.draw.percent(40)) return one_of(context, kShort);
  return one_of(context, kSure);
}

Bytes delivered_at(ValueContext& context) {
  return one_of(context, {"0", "1", "-1", "9223372036854775807", "x"});
}

}  // namespace keemun::plan
