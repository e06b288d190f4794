// How commands are written: one pattern a command, and the expansion of a pattern into arguments.
//
//   "key:zset {NX|XX, GT|LT, CH, INCR} (score member)+"
//
//   WORD          itself                       kind        an argument of that kind (values.h)
//   ( a | b )     one of them                  [ a | b ]   one of them, or nothing
//   { a|b, c }    options in any order: from each slot one alternative or none
//   x+  x*        repeated, at least once / perhaps not at all
//   #x            a count, then x that many times        =x   x as many times as the last #
//
// What makes a command wrong is not in the patterns: it is done to what they give.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "plan/draw.h"
#include "plan/known_entries.h"
#include "plan/known_groups.h"
#include "plan/plan.h"
#include "plan/swarm.h"

namespace keemun::plan {

struct GrammarRow {
  // Of what fills the keyspace, and of what asks for all of it.
  static constexpr size_t kOften = 300;

  BytesView name;  // as in the table of commands: "object|refcount"
  BytesView pattern;
  size_t weight = 100;
  enum class Reach : uint8_t {
    kKeys,           // its own keys only
    kKeyspace,       // all keys of a database or of the server
    kKeyspaceCount,  // the same, and it counts keys that nobody has noticed to be expired
  };
  Reach reach = Reach::kKeys;
};

std::span<const GrammarRow> grammar_rows();

// What a value may depend on.
struct ValueContext {
  Draw& draw;
  const Swarm& swarm;
  const GeneratorOptions& options;
  uint64_t event_id = 0;
  const KnownGroups& groups;
  const KnownEntries& entries;
  bool has_many = false;  // members, all of what is repeated
  Bytes key{};            // that was written last, and its type (values.cc)
  size_t key_type = 0;
  // The stream of groups, and the group, that were written last.
  std::optional<Bytes> grouped_key{};
  std::optional<Bytes> group_name{};
};

// A pattern, read.
struct Pattern {
  enum class Shape : uint8_t { kWord, kValue, kSequence, kChoice, kOptions };
  enum class Repeat : uint8_t { kOnce, kMaybe, kSome, kAny, kCounted, kAsCounted };

  Shape shape = Shape::kSequence;
  Repeat repeat = Repeat::kOnce;
  Bytes word;                               // kWord
  Bytes (*value)(ValueContext&) = nullptr;  // kValue
  std::vector<Pattern> parts;               // the others
};

// Aborts on a pattern that cannot be read: the rows are ours.
Pattern read_pattern(BytesView text);

// Appends what the pattern gives to `args`.
void expand(const Pattern& pattern, ValueContext& context, Args& args);

}  // namespace keemun::plan
