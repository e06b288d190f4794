#include "plan/number_values.h"

#include "plan/one_of.h"
#include "plan/values.h"

namespace keemun::plan {

Bytes edge_integer(ValueContext& context) {
  constexpr BytesView kTexts[] = {"9223372036854775807",
                                  "-9223372036854775808",
                                  "9223372036854775808",
                                  "-9223372036854775809",
                                  "9223372036854775806",
                                  "18446744073709551615",
                                  "01",
                                  "1 ",
                                  " 1",
                                  "+1",
                                  "-0",
                                  "",
                                  "x",
                                  "1.0",
                                  "1e3",
                                  "0x10"};
  return one_of(context, kTexts);
}

Bytes integer(ValueContext& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  return decimal(context.draw.between(-30, 30));
}

Bytes edge_float(ValueContext& context) {
  constexpr BytesView kTexts[] = {"0",
                                  "-0",
                                  "0.0",
                                  "inf",
                                  "+inf",
                                  "-inf",
                                  "Infinity",
                                  "-INFINITY",
                                  "nan",
                                  "5e-324",
                                  "-5e-324",
                                  "1e308",
                                  "1.7976931348623157e308",
                                  "1e309",
                                  "9007199254740992",
                                  "9007199254740993",
                                  "9007199254740991",
                                  "0.1",
                                  "0.30000000000000004",
                                  "1e21",
                                  "1e-7",
                                  "3.0e2",
                                  "0x1p3",
                                  "1.",
                                  ".5",
                                  "1,5",
                                  "",
                                  " 1",
                                  "1 ",
                                  "1e",
                                  "--1",
                                  "+5"};
  return one_of(context, kTexts);
}

Bytes float_number(ValueContext& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_number)) return edge_float(context);
  if (draw.percent(context.swarm.few_scores)) return decimal(draw.between(0, 1));
  if (draw.percent(50)) return decimal(draw.between(-20, 20));
  constexpr BytesView kFractions[] = {".5", ".25", ".1", ".75", ".3", ".125"};
  const Bytes fraction = one_of(context, kFractions);
  return decimal(draw.between(-20, 20)) + fraction;
}

Bytes score_bound(ValueContext& context, BytesView end) {
  constexpr BytesView kOdd[] = {"-inf", "+inf", "inf", "(-inf", "(+inf",
                                "(inf", "(",    "((1", "(nan"};
  if (context.draw.percent(10)) return one_of(context, kOdd);
  if (context.draw.percent(30)) return Bytes(end);
  const Bytes number = float_number(context);
  return (context.draw.percent(30) ? "(" : "") + number;
}

Bytes rank(ValueContext& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  return decimal(context.draw.between(-8, 8));
}

Bytes count(ValueContext& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  if (context.draw.percent(15)) return decimal(context.draw.between(-2, 0));
  return decimal(context.draw.between(1, 10));
}

Bytes sample_count(ValueContext& context) {
  constexpr BytesView kEdges[] = {
      "0", "x",  "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5",
      "",  "100"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(-7, 9));
}

Bytes byte_offset(ValueContext& context) {
  constexpr BytesView kEdges[] = {"-1", "536870912", "9223372036854775807", "x", "", "1.0"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 20));
}

Bytes bit_offset(ValueContext& context) {
  constexpr BytesView kEdges[] = {"-1", "4294967296", "9223372036854775808", "x", "", "#1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 70));
}

Bytes field_offset(ValueContext& context) {
  if (context.draw.percent(60)) return bit_offset(context);
  constexpr BytesView kOffsets[] = {"#0", "#1", "#2", "#3", "#7", "#-1", "#x", "#"};
  return one_of(context, kOffsets);
}

Bytes field_type(ValueContext& context) {
  constexpr BytesView kUsual[] = {"u8", "i8", "u4", "i5", "u1", "i1", "i16", "u16", "u63", "i64"};
  constexpr BytesView kEdges[] = {"u64", "i65", "u0", "i0", "x8", "u", "u-1", "u08", "U8", ""};
  return context.draw.percent(context.swarm.edge_number) ? one_of(context, kEdges)
                                                         : one_of(context, kUsual);
}

Bytes longitude(ValueContext& context) {
  constexpr BytesView kNear[] = {"13.361389", "13.3614", "13.583333", "15.087269", "15.0872"};
  constexpr BytesView kFar[] = {"0",    "-0.0001", "179.9999", "-179.9999", "180",
                                "-180", "-73.9",   "2.352222", "151.2"};
  constexpr BytesView kEdges[] = {"180.0000001", "-181",  "x",  "",  "nan",
                                  "inf",         "1e300", "-0", " 1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return context.draw.percent(65) ? one_of(context, kNear) : one_of(context, kFar);
}

Bytes latitude(ValueContext& context) {
  constexpr BytesView kNear[] = {"38.115556", "38.1156", "37.316667", "37.502669", "37.5027"};
  constexpr BytesView kFar[] = {"0",    "0.0001", "85.05112878", "-85.05112878", "66.5",
                                "80.5", "-66.2",  "-84.9",       "40.7"};
  constexpr BytesView kEdges[] = {"85.0511288", "-90", "x", "", "nan", "-inf", "1e-300", "0x1p3"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return context.draw.percent(65) ? one_of(context, kNear) : one_of(context, kFar);
}

Bytes length(ValueContext& context) {
  constexpr BytesView kLengths[] = {"0",   "1",    "0.5",  "57.8",  "100",   "190.4",   "500",
                                    "900", "3000", "9000", "20000", "30000", "5000000", "1e8"};
  constexpr BytesView kEdges[] = {"-1", "-0", "inf", "1e308", "5e-324", "nan", "x", "", " 1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return one_of(context, kLengths);
}

Bytes length_unit(ValueContext& context) {
  constexpr BytesView kUnits[] = {"M", "KM", "KM", "KM", "FT", "MI"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, {"x", "", "kms"});
  return in_some_case(one_of(context, kUnits), context);
}

Bytes bit(ValueContext& context) {
  constexpr BytesView kEdges[] = {"2", "-1", "x", "", "01"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 1));
}

}  // namespace keemun::plan
