// One command on its way through the model: its arguments, who sent it, when, and what every
// command needs: typed look-ups, numbers from arguments, the errors that all commands share.
#pragma once

#include <cstdint>
#include <span>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/command_error.h"
#include "base/number_text.h"
#include "model/database.h"
#include "model/model.h"

namespace keemun::model {

struct Call {
  Model& model;
  Client& client;
  std::span<const Bytes> args;  // args[0] is the command's name as it was sent
  int64_t now_ms = 0;
  // What a server answered to this command, or null when the model answers alone. Only commands
  // whose answer Redis leaves open look at it.
  const Reply* observed = nullptr;
  // Of the judgement, or null.
  std::vector<bool>* in_doubt = nullptr;
  bool is_of_script = false;

  size_t size() const { return args.size(); }
  const Bytes& arg(size_t index) const { return args[index]; }
  // The option at `index`, compared as Redis compares words: without case, up to a NUL.
  bool is_word(size_t index, BytesView word) const {
    return ascii_equal_ignoring_case(arg(index).c_str(), word);
  }

  Database& database() const { return model.databases()[client.database]; }
  Entry* find_entry(BytesView key) const { return database().find(key, now_ms); }

  // The value as a T; null when there is no key; throws WRONGTYPE when it is something else.
  template <typename T>
  [[gnu::always_inline]] T* find(BytesView key) const {
    Entry* entry = find_entry(key);
    if (entry == nullptr) return nullptr;
    T* value = std::get_if<T>(&entry->value);
    if (value == nullptr) throw_wrong_type();
    return value;
  }
  template <typename T>
  T& find_or_create(BytesView key) const {
    T* value = find<T>(key);
    return value != nullptr ? *value : std::get<T>(database().put(key, T()).value);
  }
  // After a change: tells WATCH, and drops the key when its collection has become empty.
  void changed(BytesView key) const;

  int64_t integer(size_t index) const;  // "ERR value is not an integer or out of range"
  double number(size_t index) const;    // "ERR value is not a valid float"
  // In [low, high]; `text` is the error for everything else, Redis' own where it is empty.
  int64_t integer_in(size_t index, int64_t low, int64_t high, BytesView text = {}) const;
  size_t database_index(size_t index) const;  // "ERR DB index is out of range"
  size_t database_named(size_t index) const;  // the same, or that of the name that stands there

  // Inline, for a frame between a throw and its catch is looked for twice, and every other of the
  // refusals that a plan meets is the model's.
  [[noreturn, gnu::always_inline]] static void throw_wrong_type() {
    throw CommandError("WRONGTYPE Operation against a key holding the wrong kind of value");
  }
  [[noreturn, gnu::always_inline]] static void throw_syntax_error() {
    throw CommandError("ERR syntax error");
  }
  [[noreturn, gnu::always_inline]] static void throw_not_integer() {
    throw CommandError("ERR value is not an integer or out of range");
  }
  [[noreturn]] void throw_wrong_arity() const;
  [[noreturn]] void throw_invalid_expiry() const;
};

// How a reply compares with the one that was observed.
enum class Order : uint8_t {
  kAsIs,
  kAnyOrder,       // an array whose items may come in any order
  kAnyOrderPairs,  // a flat array of pairs, or an array of pairs, in any order
  kScan,           // [cursor, items in any order, repeats allowed]
  kScanPairs,      // [cursor, pairs in any order, repeats allowed]
  kTime,           // milliseconds that may differ by the clock's slack; negative is exact
  kTimeSeconds,    // the same in seconds
  kClock,          // TIME: [seconds, microseconds] as text
};

struct Command {
  BytesView name;  // lower case; a subcommand stands behind a bar: "object|encoding"
  int arity = 0;   // as in COMMAND INFO: negative means at least
  Reply (*run)(Call&) = nullptr;
  Order order = Order::kAsIs;
};

// Every command, ordered by name.
std::span<const Command> all_commands();
// Whether what follows this name names the command with it.
bool has_subcommands(BytesView lower_name);
// Null when there is none; `name` in any case.
const Command* find_command(BytesView name);
// The command or subcommand that the arguments name; or what Redis answers to an unknown name and
// to a wrong number of arguments.
struct Named {
  const Command* command = nullptr;
  Bytes refusal;  // where there is none
};
Named named_by(std::span<const Bytes> args);
// The same where there is one: otherwise throws the refusal.
const Command& command_for(std::span<const Bytes> args);
// Runs the command; what it throws becomes its reply.
Reply run(const Command& command, Call& call);
// Forgets what was queued and watched.
void leave_transaction(Client& client);
// The name that error texts use.
BytesView command_name(std::span<const Bytes> args);
// Text from outside as an error line may hold it: cut at a NUL and at `bytes_max`, no line breaks.
Bytes error_text(BytesView text, size_t bytes_max = 128);
// An error whose text ends in an argument; line breaks at its end go away.
Bytes trimmed_error_text(BytesView message, BytesView argument);

// One table per file of commands; model.cc joins them.
std::span<const Command> key_commands();
std::span<const Command> expiry_commands();
std::span<const Command> dump_commands();
std::span<const Command> scan_commands();
std::span<const Command> sort_commands();
std::span<const Command> string_commands();
std::span<const Command> string_number_commands();
std::span<const Command> lcs_commands();
std::span<const Command> bit_commands();
std::span<const Command> bitfield_commands();
std::span<const Command> hyperloglog_commands();
std::span<const Command> hash_commands();
std::span<const Command> set_commands();
std::span<const Command> zset_commands();
std::span<const Command> zset_range_commands();
std::span<const Command> zset_algebra_commands();
std::span<const Command> geo_commands();
std::span<const Command> list_commands();
std::span<const Command> list_search_commands();
std::span<const Command> stream_commands();
std::span<const Command> stream_read_commands();
std::span<const Command> stream_group_commands();
std::span<const Command> stream_claim_commands();
std::span<const Command> stream_info_commands();
std::span<const Command> blocking_commands();
std::span<const Command> transaction_commands();
std::span<const Command> script_commands();
std::span<const Command> function_commands();
std::span<const Command> connection_commands();

}  // namespace keemun::model
