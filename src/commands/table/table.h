// The command table: for each command its arity, what clients and the session may know about it,
// and where its keys stand. One row is one command; COMMAND INFO, gates, slots and dispatch all
// read this table and nothing else.
//
// The rows are constants; nothing is registered at run time. A subcommand is a row of its own whose
// name holds a bar: "object|encoding".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"

namespace keemun::commands {

struct Call;

// What a command does. Answers by return, or ends with CommandError; changes nothing if it throws.
using Handler = resp::Reply (*)(Call&);

// What COMMAND INFO calls flags. A row holds any number of them.
using Flags = uint32_t;
inline constexpr Flags kNone = 0;
inline constexpr Flags kWrite = 1u << 0;
inline constexpr Flags kReadonly = 1u << 1;
inline constexpr Flags kDenyoom = 1u << 2;
inline constexpr Flags kAdmin = 1u << 3;
inline constexpr Flags kPubsub = 1u << 4;
inline constexpr Flags kNoscript = 1u << 5;
inline constexpr Flags kBlocking = 1u << 6;
inline constexpr Flags kLoading = 1u << 7;
inline constexpr Flags kStale = 1u << 8;
inline constexpr Flags kSkipMonitor = 1u << 9;
inline constexpr Flags kSkipSlowlog = 1u << 10;
inline constexpr Flags kFast = 1u << 11;
inline constexpr Flags kNoAuth = 1u << 12;
inline constexpr Flags kNoMulti = 1u << 13;
inline constexpr Flags kMovablekeys = 1u << 14;  // set by the table where keys move
inline constexpr Flags kAllowBusy = 1u << 15;
inline constexpr Flags kNoAsyncLoading = 1u << 16;
inline constexpr Flags kNoMandatoryKeys = 1u << 20;  // and it may use keys that it does not name
// Ours, unknown to COMMAND INFO: changes keys that it does not name.
inline constexpr Flags kWholeKeyspace = 1u << 17;
// Ours too: refused inside MULTI where Redis would queue it.
inline constexpr Flags kRefusedInMulti = 1u << 18;
// And: held back by a pause of writes, and refused to scripts that only read.
inline constexpr Flags kMayWrite = 1u << 19;
// And: sees or changes the libraries of functions, and nothing else.
inline constexpr Flags kFunctions = 1u << 21;

enum class Group : uint8_t {
  kGeneric,
  kString,
  kBitmap,
  kHash,
  kSet,
  kSortedSet,
  kList,
  kTransactions,
  kConnection,
  kServer,
  kScripting,
  kHyperLogLog,
  kGeo,
  kStream,
  kMessages,
  kCluster,
};
inline constexpr size_t kGroupCount = 14;  // those of this table; the server's rows have more

// What COMMAND INFO says is done to a key: how it is opened, one of the first four, and what for.
// A row that states nothing reads its keys, or changes them where it writes.
using KeyUse = uint16_t;
inline constexpr KeyUse kUnstated = 0;
inline constexpr KeyUse kLooksAt = 1u << 0;     // RO
inline constexpr KeyUse kChanges = 1u << 1;     // RW
inline constexpr KeyUse kOverwrites = 1u << 2;  // OW
inline constexpr KeyUse kRemoves = 1u << 3;     // RM
inline constexpr KeyUse kAccess = 1u << 4;      // what the value holds is returned or copied
inline constexpr KeyUse kUpdate = 1u << 5;
inline constexpr KeyUse kInsert = 1u << 6;
inline constexpr KeyUse kDelete = 1u << 7;
inline constexpr KeyUse kNoKey = 1u << 8;        // routed as a key, but is none: a shard channel
inline constexpr KeyUse kByArguments = 1u << 9;  // less than this, if the arguments say so

// Where the keys stand, counted as in COMMAND INFO: the name is 0, a negative last counts from the
// end, first 0 means that no key has a fixed place.
struct Keys {
  enum class Moving : uint8_t {
    kNever,
    kNumkeys,             // COMMAND numkeys key…
    kTimeoutNumkeys,      // COMMAND timeout numkeys key…
    kDestinationNumkeys,  // COMMAND destination numkeys key…
    kSort,                // SORT key … STORE destination
    kSortReadOnly,        // SORT_RO key …: looks movable to clients, is not
    kStoreWord,           // COMMAND key … STORE destination, or STOREDIST destination
    kStreamsWord,         // COMMAND … STREAMS key… id…
  };

  int first = 0;
  int last = 0;
  int step = 0;
  Moving moving = Moving::kNever;
  KeyUse use = kUnstated;       // of all keys, or of the first
  KeyUse rest_use = kUnstated;  // of those behind the first, where that differs

  constexpr Keys used(KeyUse all) const { return used(all, kUnstated); }
  constexpr Keys used(KeyUse first_one, KeyUse rest) const {
    return {first, last, step, moving, first_one, rest};
  }
};

struct Command {
  BytesView name;  // lower case
  int arity = 0;   // the name counts; negative means at least
  Flags flags = kNone;
  Keys keys;
  Group group = Group::kGeneric;
  BytesView since;
  Handler handler = nullptr;  // none where the session itself acts: MULTI, EXEC, WATCH …

  constexpr bool is(Flags flag) const { return (flags & flag) != 0; }
  constexpr bool only_reads() const { return is(kReadonly) && !is(kMayWrite); }
  // Anything that is stored: WATCH does not, and is no reading either.
  constexpr bool may_change() const { return is(kWrite | kMayWrite); }
  bool arity_fits(size_t argument_count) const;
  // Of the key that stands first, and of those behind it: the same, mostly.
  KeyUse first_use() const;
  KeyUse rest_use() const;
};

// All rows, family by family.
std::span<const Command> all_commands();

// The row that a request names, subcommand included, in any case; null when there is none. A
// container's name with an unknown subcommand has none, a container's name alone has.
const Command* find_command(std::span<const BytesView> args);
// By the name as it stands in the table ("object|encoding"), in any case.
const Command* find_command_named(BytesView name);

// Positions of the keys among the arguments, rising: an even walk, and at most one key that stands
// apart (a destination). Costs no allocation, since each command asks for it.
class KeyPositions {
 public:
  KeyPositions() = default;
  KeyPositions(size_t first, size_t count, size_t step, size_t apart = 0)
      : first_(first), count_(count), step_(step), apart_(apart), is_apart_first_(apart < first) {}

  bool empty() const { return size() == 0; }
  size_t size() const { return count_ + (apart_ != 0 ? 1 : 0); }
  size_t operator[](size_t index) const;
  // The one that stands apart is counted last, wherever it stands.
  KeyPositions apart_last() &&;

 private:
  size_t first_ = 0;
  size_t count_ = 0;
  size_t step_ = 1;
  size_t apart_ = 0;  // 0: there is none, since the name stands at 0
  bool is_apart_first_ = false;
};

// The arguments start with the command's name (a subcommand's stands at 1). Empty when the command
// has no keys or when the arguments do not say which they are (a bad numkeys, too few arguments).
KeyPositions key_positions(const Command& command, std::span<const BytesView> args);

// The same for whoever owns the words of a request.
inline std::vector<BytesView> views_of(std::span<const Bytes> args) {
  return {args.begin(), args.end()};
}
inline const Command* find_command(std::span<const Bytes> args) {
  return find_command(std::span<const BytesView>(views_of(args)));
}
inline KeyPositions key_positions(const Command& command, std::span<const Bytes> args) {
  return key_positions(command, std::span<const BytesView>(views_of(args)));
}

}  // namespace keemun::commands
