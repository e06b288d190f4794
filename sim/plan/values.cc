#include "plan/values.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/sha.h"
#include "plan/stream_values.h"
#include "plan/times.h"

namespace keemun::plan {

namespace {

using Context = ValueContext;

template <size_t size>
Bytes one_of(Context& context, const BytesView (&texts)[size]) {
  return Bytes(context.draw.pick(texts));
}

Bytes decimal(int64_t value) {
  return std::to_string(value);
}

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
  return Bytes(1, kKeyLetters[type]) + decimal(static_cast<int64_t>(draw.below(pool)) + 1);
}

Bytes any_key(Context& context) {
  return key_of(context, context.draw.below(kTypeCount));
}

// Where a key goes by another name, so that names mostly keep what their letter says.
Bytes key_alike(Context& context) {
  return key_of(context, context.key_type);
}

// Few have groups, so that who asks for a group mostly finds one.
Bytes key_of_groups(Context& context) {
  constexpr BytesView kKeys[] = {"x1", "x2"};
  constexpr size_t kAnyStream = 10;
  return context.draw.percent(kAnyStream) ? key_of(context, kStreamType) : one_of(context, kKeys);
}

// A stream to which a server gives ids has none of the others' any more.
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

Bytes edge_integer(Context& context) {
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

Bytes long_bytes(Context& context) {
  return Bytes(4096, static_cast<char>('a' + context.draw.below(3)));
}

// A member of a collection: few, so that commands meet.
Bytes member(Context& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_bytes)) return odd_bytes(context);
  if (!context.swarm.text_ranges && draw.percent(context.swarm.long_bytes)) {
    return long_bytes(context);
  }
  // Some encodings keep those of more than 14 bytes beside the others.
  if (draw.percent(context.swarm.wide_member))
    return "member-number-" + decimal(draw.between(1, 9));
  if (draw.percent(20)) return decimal(draw.between(1, 12));
  return "m" + decimal(draw.between(1, 9));
}

// What is written: unique where nothing else is asked for, so that a stale read names its origin.
Bytes value(Context& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_bytes)) return odd_bytes(context);
  if (draw.percent(context.swarm.long_bytes)) return long_bytes(context);
  if (draw.percent(context.swarm.edge_number)) return edge_integer(context);
  if (draw.percent(30)) return decimal(draw.between(-20, 20));
  if (draw.percent(10)) return decimal(draw.between(-200, 200)) + ".5";
  return "v" + std::to_string(context.event_id);
}

// ---- numbers

Bytes integer(Context& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  return decimal(context.draw.between(-30, 30));
}

Bytes edge_float(Context& context) {
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

Bytes float_number(Context& context) {
  Draw& draw = context.draw;
  if (draw.percent(context.swarm.edge_number)) return edge_float(context);
  if (draw.percent(50)) return decimal(draw.between(-20, 20));
  constexpr BytesView kFractions[] = {".5", ".25", ".1", ".75", ".3", ".125"};
  return decimal(draw.between(-20, 20)) + one_of(context, kFractions);
}

Bytes score_bound(Context& context) {
  constexpr BytesView kEnds[] = {"-inf", "+inf", "inf", "(-inf", "(+inf", "(", "((1", "(nan"};
  if (context.draw.percent(25)) return one_of(context, kEnds);
  return (context.draw.percent(30) ? "(" : "") + float_number(context);
}

Bytes lex_bound(Context& context) {
  constexpr BytesView kEnds[] = {"-", "+", "-", "+", "(", "[", "", "m", "(-", "[+"};
  if (context.draw.percent(40)) return one_of(context, kEnds);
  return (context.draw.percent(40) ? "(" : "[") + member(context);
}

Bytes rank(Context& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  return decimal(context.draw.between(-8, 8));
}

Bytes count(Context& context) {
  if (context.draw.percent(context.swarm.edge_number)) return edge_integer(context);
  if (context.draw.percent(15)) return decimal(context.draw.between(-2, 0));
  return decimal(context.draw.between(1, 10));
}

// Negative means with repeats; never so many that the reply becomes a burden.
Bytes sample_count(Context& context) {
  constexpr BytesView kEdges[] = {
      "0", "x",  "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5",
      "",  "100"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(-7, 9));
}

// Offsets stay so small that no server makes a string of many megabytes.
Bytes byte_offset(Context& context) {
  constexpr BytesView kEdges[] = {"-1", "536870912", "9223372036854775807", "x", "", "1.0"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 20));
}

Bytes bit_offset(Context& context) {
  constexpr BytesView kEdges[] = {"-1", "4294967296", "9223372036854775808", "x", "", "#1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 70));
}

Bytes field_offset(Context& context) {
  if (context.draw.percent(60)) return bit_offset(context);
  constexpr BytesView kOffsets[] = {"#0", "#1", "#2", "#3", "#7", "#-1", "#x", "#"};
  return one_of(context, kOffsets);
}

Bytes field_type(Context& context) {
  constexpr BytesView kUsual[] = {"u8", "i8", "u4", "i5", "u1", "i1", "i16", "u16", "u63", "i64"};
  constexpr BytesView kEdges[] = {"u64", "i65", "u0", "i0", "x8", "u", "u-1", "u08", "U8", ""};
  return context.draw.percent(context.swarm.edge_number) ? one_of(context, kEdges)
                                                         : one_of(context, kUsual);
}

// Places near each other and far away, at the ends of the world and close to them. Few, so that
// members meet and stand equally far from others.
Bytes longitude(Context& context) {
  constexpr BytesView kNear[] = {"13.361389", "13.3614", "13.583333", "15.087269", "15.0872"};
  constexpr BytesView kFar[] = {"0",    "-0.0001", "179.9999", "-179.9999", "180",
                                "-180", "-73.9",   "2.352222", "151.2"};
  constexpr BytesView kEdges[] = {"180.0000001", "-181",  "x",  "",  "nan",
                                  "inf",         "1e300", "-0", " 1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return context.draw.percent(65) ? one_of(context, kNear) : one_of(context, kFar);
}

Bytes latitude(Context& context) {
  constexpr BytesView kNear[] = {"38.115556", "38.1156", "37.316667", "37.502669", "37.5027"};
  constexpr BytesView kFar[] = {"0",    "0.0001", "85.05112878", "-85.05112878", "66.5",
                                "80.5", "-66.2",  "-84.9",       "40.7"};
  constexpr BytesView kEdges[] = {"85.0511288", "-90", "x", "", "nan", "-inf", "1e-300", "0x1p3"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return context.draw.percent(65) ? one_of(context, kNear) : one_of(context, kFar);
}

// Of a radius or of a side, from nothing to more than there is.
Bytes length(Context& context) {
  constexpr BytesView kLengths[] = {"0",   "1",    "0.5",  "57.8",  "100",   "190.4",   "500",
                                    "900", "3000", "9000", "20000", "30000", "5000000", "1e8"};
  constexpr BytesView kEdges[] = {"-1", "-0", "inf", "1e308", "5e-324", "nan", "x", "", " 1"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return one_of(context, kLengths);
}

Bytes length_unit(Context& context) {
  constexpr BytesView kUnits[] = {"M", "KM", "KM", "KM", "FT", "MI"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, {"x", "", "kms"});
  return in_some_case(one_of(context, kUnits), context);
}

Bytes bit(Context& context) {
  constexpr BytesView kEdges[] = {"2", "-1", "x", "", "01"};
  if (context.draw.percent(context.swarm.edge_number)) return one_of(context, kEdges);
  return decimal(context.draw.between(0, 1));
}

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

// What scripts are written for: to compare and set, to count with a limit in time, to move. None of
// their answers hangs on what an encoding leaves open. And some that fail, before or after a write.
constexpr BytesView kScripts[] = {
    "return redis.call('get', KEYS[1])",
    "return redis.call('set', KEYS[1], ARGV[1] or 'x')",
    "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
    "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('pexpire', KEYS[1], 500) end "
    "return n",
    "local v = redis.call('get', KEYS[1]) if not v then return false end "
    "redis.call('del', KEYS[1]) return redis.call('set', KEYS[2], v)",
    "redis.call('append', KEYS[1], 'a') redis.call('append', KEYS[#KEYS], 'b') "
    "return {redis.call('get', KEYS[1]), redis.call('strlen', KEYS[#KEYS])}",
    "local t = {} for i, key in ipairs(KEYS) do t[i] = redis.call('type', key) end return t",
    "redis.call('rpush', KEYS[1], unpack(ARGV)) return redis.call('lrange', KEYS[1], 0, -1)",
    "redis.call('zadd', KEYS[1], #ARGV, 'a', 2.5, 'b') return redis.call('zscore', KEYS[1], 'a')",
    "redis.call('set', KEYS[1], 'half') error('late')",
    "redis.call('set', KEYS[1], 1) redis.call('lpush', KEYS[1], 2) return 'never'",
    "local r = redis.pcall('incr', KEYS[1]) if type(r) == 'table' then r = r.err end "
    "return {r, redis.call('exists', KEYS[1])}",
    "return {pcall(redis.call, 'get', KEYS[1])}",
    "return redis.call('nosuch', KEYS[1])",
    "return {1, 2.7, 'three', {true, false}, #KEYS, nil, 7}",
    "return redis.call('get', KEYS[1]",
};

Bytes script(Context& context) {
  return Bytes(context.draw.pick(kScripts));
}

// Each has one function, so that nobody sees an order, and nothing in it changes: what functions
// share is gone when their process is. Some cannot be loaded, or not beside each other.
constexpr BytesView kLibraries[] = {
    "#!lua name=count\nlocal step = 2\nredis.register_function('count', function(keys, arguments)\n"
    "return redis.call('incrby', keys[1], step) end)",
    "#!lua name=count\nlocal step = 5\nredis.register_function('count', function(keys, arguments)\n"
    "return {redis.call('incrby', keys[1], step), #keys, #arguments} end)",
    "#!lua name=look\nredis.register_function{function_name='look', flags={'no-writes'},\n"
    "description='looks', callback=function(keys) return redis.call('get', keys[1]) end}",
    "#!lua name=late\nredis.register_function('late', function(keys)\n"
    "redis.call('set', keys[1], 'half') error('late') end)",
    "#!lua name=other\nredis.register_function('COUNT', function() return 'other' end)",
    "#!lua name=liar\nredis.register_function{function_name='liar', flags={'no-writes'},\n"
    "callback=function(keys) return redis.pcall('set', keys[1], 'x') end}",
    "#!lua name=empty\nlocal nothing = 1",
    "#!lua name=cut\nredis.register_function(",
    "return 1",
};

Bytes library(Context& context) {
  return Bytes(context.draw.pick(kLibraries));
}

Bytes library_name(Context& context) {
  return one_of(context, {"count", "count", "look", "late", "other", "liar", "COUNT", "nosuch"});
}

Bytes function_name(Context& context) {
  return one_of(context, {"count", "count", "Count", "look", "look", "late", "liar", "nosuch"});
}

// Of a script that no plan sends: which others a server knows it has learned from whoever came.
Bytes unknown_digest(Context& context) {
  const Bytes digest = sha1_hex("-- never sent");
  return context.draw.percent(90) ? digest : digest.substr(1);
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
    {"key:grouped", key_of_groups},
    {"key:stream-of-clock", key_of_clock},
    {"key:number", [](Context& context) { return key_of(context, kNumberType); }},
    {"key:hyperloglog", [](Context& context) { return key_of(context, kHyperLogLogType); }},
    {"key-alike", key_alike},
    {"member", member},
    {"value", value},
    {"integer", integer},
    {"float", float_number},
    {"score-bound", score_bound},
    {"lex-bound", lex_bound},
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
