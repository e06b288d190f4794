#include "plan/values.h"

#include <algorithm>

#include "base/ascii.h"
#include "plan/number_values.h"
#include "plan/one_of.h"
#include "plan/script_values.h"
#include "plan/stream_values.h"
#include "plan/times.h"

namespace keemun::plan {

namespace {

using Context = ValueContext;

// ---- keys

// String, hash, set, zset, list, stream; and strings that are numbers as long as they are only
// counted, or HyperLogLogs.
constexpr BytesView kKeyLetters = "shtzlxnp";
constexpr size_t kTypeCount = 6;
constexpr size_t kStreamType = kTypeCount - 1;
constexpr size_t kNumberType = kTypeCount;
constexpr size_t kHyperLogLogType = kNumberType + 1;
constexpr size_t kKeysPerType = 6;

Bytes odd_key(Context& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kKeys[] = {""sv,          "k"sv,        "k1"sv, "k\0"sv,  "k:1"sv, "{k}1"sv,
                                 "k\xff\xff"sv, "\xff\xff"sv, " "sv,  "\r\n"sv, "K"sv,   "*"sv};
  return one_of(context, kKeys);
}

Bytes key_of(Context& context, size_t type) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.odd_key)) return odd_key(context);
  if (draw.percent(context.swarm.other_type_key)) type = draw.below(kTypeCount);
  context.key_type = type;
  const size_t pool = draw.percent(context.swarm.hot_key) ? 2 : kKeysPerType;
  context.key = Bytes(1, kKeyLetters[type]) + decimal(static_cast<int64_t>(draw.below(pool)) + 1);
  return context.key;
}

// Mostly one that the plan fills.
Bytes any_key(Context& context) {
  using commands::Group;
  constexpr Group kFilledBy[kTypeCount] = {Group::kString,    Group::kHash, Group::kSet,
                                           Group::kSortedSet, Group::kList, Group::kStream};
  constexpr size_t kBlindly = 15;
  size_t type = context.draw.below(kTypeCount);
  for (size_t tries = 0; tries < kTypeCount; ++tries) {
    const bool is_filled = context.swarm.families[static_cast<size_t>(kFilledBy[type])] > 0;
    if (is_filled || context.draw.percent(kBlindly)) break;
    type = context.draw.below(kTypeCount);
  }
  return key_of(context, type);
}

// Where a key goes by another name, so that names mostly keep what their letter says.
Bytes key_alike(Context& context) {
  constexpr size_t kPerhapsTheSame = 20;
  const Bytes key = context.key;
  Bytes other = key_of(context, context.key_type);
  while (other == key && !context.draw.percent(kPerhapsTheSame)) {
    other = key_of(context, context.key_type);
  }
  return other;
}

// Few have groups, so that commands meet in them.
Bytes key_to_group(Context& context) {
  constexpr BytesView kKeys[] = {"x1", "x2"};
  constexpr size_t kAnyStream = 10;
  const bool any_stream = context.draw.percent(kAnyStream);
  context.grouped_key = any_stream ? key_of(context, kStreamType) : one_of(context, kKeys);
  return *context.grouped_key;
}

Bytes key_of_group(Context& context) {
  constexpr size_t kBlindly = 5;
  if (!context.draw.percent(kBlindly)) {
    if (const auto* group = context.groups.any(context.draw, {}, context.group_name)) {
      context.grouped_key = group->key;
      return group->key;
    }
  }
  return key_to_group(context);
}

// A stream to which a server gives ids takes none of the others' any more.
Bytes key_of_plan(Context& context) {
  constexpr BytesView kKeys[] = {"x1", "x2", "x5", "x6"};
  constexpr size_t kAnyStream = 40;
  return context.draw.percent(kAnyStream) ? key_of(context, kStreamType) : one_of(context, kKeys);
}
Bytes key_of_clock(Context& context) {
  constexpr BytesView kKeys[] = {"x3", "x4"};
  if (context.draw.percent(context.swarm.other_type_key)) return key_of(context, kStreamType);
  return one_of(context, kKeys);
}

// ---- bytes

Bytes odd_bytes(Context& context) {
  using namespace std::string_view_literals;
  // 14, 15, 16 and 255 are lengths at which somebody's encoding changes its mind.
  switch (context.draw.below(6)) {
    case 0:
      return Bytes(14 + context.draw.below(3), 'b');
    case 1:
      if (!context.swarm.text_ranges) return Bytes(255, 'c');
      break;
    default:
      break;
  }
  constexpr BytesView kTexts[] = {""sv,     "\0"sv, "a\0b"sv, "\xff\xff"sv, "\x80\x81"sv,
                                  "\r\n"sv, " "sv,  "01"sv,   "1 "sv,       "+1"sv,
                                  "nan"sv,  "-0"sv, "inf"sv,  "(1"sv,       "\"'\\"sv};
  return one_of(context, kTexts);
}

Bytes long_bytes(Context& context, size_t count = 4096) {
  return Bytes(count, static_cast<char>('a' + context.draw.below(3)));
}

// A member of a collection: few, so that commands meet.
Bytes member(Context& context) {
  Draw& draw = context.draw;
  constexpr int64_t kOfMany = 500;
  if (context.has_many) return "m" + decimal(draw.between(1, kOfMany));
  if (draw.percent(context.swarm.edge_bytes)) return odd_bytes(context);
  if (!context.swarm.text_ranges && draw.percent(context.swarm.long_bytes)) {
    return long_bytes(context);
  }
  const bool is_of_few = draw.percent(context.swarm.few_members);
  const Bytes number = decimal(draw.between(1, is_of_few ? 3 : 9));
  // Some encodings keep those of more than 14 bytes beside the others.
  if (draw.percent(context.swarm.wide_member)) return "member-number-" + number;
  return !is_of_few && draw.percent(25) ? number : "m" + number;
}

// What is written: unique where nothing else is asked for, so that a stale read names its origin.
Bytes value(Context& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_bytes)) return odd_bytes(context);
  constexpr size_t kMoreThanTwoBytesCount = 70'000;
  if (draw.percent(context.swarm.long_bytes)) {
    return draw.percent(40) ? long_bytes(context, kMoreThanTwoBytesCount) : long_bytes(context);
  }
  if (draw.percent(context.swarm.edge_number)) return edge_integer(context);
  if (draw.percent(30)) return decimal(draw.between(-20, 20));
  if (draw.percent(10)) return decimal(draw.between(-200, 200)) + ".5";
  return "v" + std::to_string(context.event_id);
}

// Of a range by text the one or the other, which is mostly `end` or a member.
Bytes lex_bound(Context& context, BytesView end) {
  constexpr BytesView kOdd[] = {"-", "+", "-", "+", "(", "[", "", "m", "(-", "[+"};
  if (context.draw.percent(10)) return one_of(context, kOdd);
  if (context.draw.percent(40)) return Bytes(end);
  const Bytes bound = member(context);
  return (context.draw.percent(40) ? "(" : "[") + bound;
}

// ---- databases

// Some begin others, some are the configured ones' or nobody's.
Bytes database_name(Context& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kNames[] = {"a", "a", "a", "ab", "ab", "a\0"sv, "a\0\xff"sv, "b", "01", ""};
  constexpr BytesView kOdd[] = {"db00", "db01", "__TTL_DB__", "\xff\xff"};
  constexpr size_t kNameBytesMax = 512;
  if (!context.draw.percent(10)) return one_of(context, kNames);
  if (context.draw.percent(70)) return one_of(context, kOdd);
  return Bytes(kNameBytesMax + context.draw.below(2), 'n');
}

Bytes database(Context& context) {
  constexpr BytesView kOthers[] = {"0", "1", "1", "2", "15", "16", "-1", "x", ""};
  if (context.options.names_databases && context.draw.percent(context.swarm.named_database)) {
    return database_name(context);
  }
  if (context.draw.percent(context.swarm.other_database)) return one_of(context, kOthers);
  return "0";
}

// Where a key may be moved to from the first one.
Bytes database_beside(Context& context) {
  return one_of(context, {"1", "1", "2"});
}

// ---- words

Bytes cursor(Context& context) {
  if (!context.draw.percent(context.swarm.broken_command)) return "0";
  return one_of(context, {"x", "-", "0x", "1.5", "99999999999999999999999"});
}

Bytes glob(Context& context) {
  using namespace std::string_view_literals;
  constexpr BytesView kGlobs[] = {
      "*"sv,    "m*"sv,     "*1"sv,   "m?"sv,    "[m-v]*"sv, "[^m]*"sv, "m[1-3]"sv,
      "\\m*"sv, "?"sv,      ""sv,     "h*"sv,    "z1"sv,     "[a"sv,    "[]"sv,
      "**"sv,   "k\xff*"sv, "*\0*"sv, "[3-1]"sv, "m\\"sv,    "[^"sv,    "*v*[0-9]"sv};
  return one_of(context, kGlobs);
}

Bytes sort_pattern(Context& context) {
  return one_of(context,
                {"s*", "*", "h*->m1", "nosort", "s1", "#", "h1->*", "h*->", "m*", "*->m1"});
}

Bytes type_word(Context& context) {
  return one_of(context, {"string", "hash", "set", "zset", "list", "ZSET", "stream", "x", ""});
}

Bytes command_word(Context& context) {
  return one_of(context, {"get", "SET", "zadd", "hset", "object", "object|refcount", "nosuch", "",
                          "sort", "zunion", "mset", "ping"});
}

Bytes dumped(Context& context) {
  if (context.draw.percent(context.swarm.broken_command)) return value(context);
  return Bytes(kDumpedPayload);
}

struct Kind {
  BytesView name;
  Bytes (*make)(Context&);
};

constexpr Kind kKinds[] = {
    {"key", any_key},
    {"key:string", [](Context& context) { return key_of(context, 0); }},
    {"key:hash", [](Context& context) { return key_of(context, 1); }},
    {"key:set", [](Context& context) { return key_of(context, 2); }},
    {"key:zset", [](Context& context) { return key_of(context, 3); }},
    {"key:list", [](Context& context) { return key_of(context, 4); }},
    {"key:stream", [](Context& context) { return key_of(context, kStreamType); }},
    {"key:to-group", key_to_group},
    {"key:grouped", key_of_group},
    {"key:stream-of-plan", key_of_plan},
    {"key:stream-of-clock", key_of_clock},
    {"key:number", [](Context& context) { return key_of(context, kNumberType); }},
    {"key:hyperloglog", [](Context& context) { return key_of(context, kHyperLogLogType); }},
    {"key-alike", key_alike},
    {"member", member},
    {"value", value},
    {"integer", integer},
    {"float", float_number},
    {"score-low", [](Context& context) { return score_bound(context, "-inf"); }},
    {"score-high", [](Context& context) { return score_bound(context, "+inf"); }},
    {"lex-low", [](Context& context) { return lex_bound(context, "-"); }},
    {"lex-high", [](Context& context) { return lex_bound(context, "+"); }},
    {"rank", rank},
    {"count", count},
    {"sample-count", sample_count},
    {"byte-offset", byte_offset},
    {"bit-offset", bit_offset},
    {"field-offset", field_offset},
    {"field-type", field_type},
    {"longitude", longitude},
    {"latitude", latitude},
    {"length", length},
    {"length-unit", length_unit},
    {"bit", bit},
    {"database", database},
    {"database-beside", database_beside},
    {"ttl-s", [](Context& context) { return time_to_live(context, kMsPerSecond); }},
    {"ttl-ms", [](Context& context) { return time_to_live(context, 1); }},
    {"at-s", [](Context& context) { return any_time(context, kMsPerSecond); }},
    {"at-ms", [](Context& context) { return any_time(context, 1); }},
    {"set-at-s", [](Context& context) { return time_for_set(context, kMsPerSecond); }},
    {"set-at-ms", [](Context& context) { return time_for_set(context, 1); }},
    {"restore-ttl", restore_ttl},
    // Short where it is one: who takes a transaction for begun that a server has not begun waits.
    {"timeout",
     [](Context& context) {
       return one_of(context, {"0.001", "0.002", "1e-3", "0.0011", "0.0001", "0.0015", "-1", "-0.5",
                               "nan", "1e400", "x"});
     }},
    {"stream-id", stream_id},
    {"new-stream-id", new_stream_id},
    {"stream-bound", stream_bound},
    {"group-start", group_start},
    {"read-from", read_from},
    {"group-read-from", group_read_from},
    {"new-group-name", new_group_name},
    {"group-name", group_name},
    {"consumer-name", consumer_name},
    {"idle-ms", idle_ms},
    {"delivered-at", delivered_at},
    {"auto-id", [](Context&) { return Bytes("*"); }},
    {"sign-equal", [](Context&) { return Bytes("="); }},
    {"sign-about", [](Context&) { return Bytes("~"); }},
    {"block-ms",
     [](Context& context) {
       return one_of(context, {"1", "2", "3", "-1", "x", "1.5"});
     }},
    {"cursor", cursor},
    {"glob", glob},
    {"sort-pattern", sort_pattern},
    {"type-word", type_word},
    {"command-word", command_word},
    {"dumped", dumped},
    {"script", script},
    {"unknown-digest", unknown_digest},
    {"library", library},
    {"library-name", library_name},
    {"function", function_name},
    {"nonsense", [](Context&) { return Bytes("x"); }},
};

}  // namespace

Bytes (*find_value_kind(BytesView name))(ValueContext&) {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [name](const Kind& kind) { return kind.name == name; });
  return found == std::end(kKinds) ? nullptr : found->make;
}

Bytes in_some_case(BytesView word, ValueContext& context) {
  Bytes text(word);
  if (!context.draw.percent(context.swarm.odd_case)) return text;
  const bool mixed = context.draw.percent(50);
  for (char& c : text) {
    if (!mixed || context.draw.percent(50)) c = ascii_lower(c);
  }
  return text;
}

Bytes garbage(ValueContext& context) {
  switch (context.draw.below(5)) {
    case 0:
      return edge_integer(context);
    case 1:
      return edge_float(context);
    case 2:
      return any_key(context);
    case 3:
      return one_of(context, {"LIMIT", "WITHSCORES", "NX", "COUNT", "MATCH", "STORE", "x"});
    default:
      return odd_bytes(context);
  }
}

}  // namespace keemun::plan
