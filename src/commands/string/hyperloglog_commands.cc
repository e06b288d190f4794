#include "commands/string/hyperloglog_commands.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "base/command_error.h"
#include "base/error_text.h"
#include "commands/string/hyperloglog.h"
#include "types/string_store.h"

namespace keemun::commands {

using types::StringStore;

namespace {

using Registers = HyperLogLog::Registers;

// A key as a counter: of nothing where it is not there.
struct Counter {
  std::unique_ptr<StringStore> string;  // null where the key is not there
  HyperLogLog value;
};

Counter open(const Call& call, BytesView key) {
  auto string = call.keys().string(key, Create::kNo);
  if (string == nullptr) return {};
  HyperLogLog value(string->value());
  return {std::move(string), std::move(value)};
}

void write(const Call& call, BytesView key, Counter counter) {
  if (counter.string == nullptr) counter.string = call.keys().string(key, Create::kYes);
  counter.string->set(counter.value.bytes());
}

// Of several keys together.
uint64_t count_union(const Call& call) {
  Registers registers = {};
  for (const BytesView key : call.args.subspan(1)) {
    const Counter counter = open(call, key);
    if (counter.string != nullptr) counter.value.raise_to_these(registers);
  }
  return estimated_count(value_counts(registers));
}

// The first from there on that is not 0. Most of them are 0 where few elements have been seen.
size_t next_raised(const Registers& registers, size_t from) {
  constexpr std::array<uint8_t, 64> kNothing = {};
  while (from + kNothing.size() <= registers.size() &&
         std::memcmp(&registers[from], kNothing.data(), kNothing.size()) == 0) {
    from += kNothing.size();
  }
  while (from < registers.size() && registers[from] == 0) ++from;
  return from;
}

Reply count_reply(uint64_t count) {
  return Reply::integer(static_cast<int64_t>(count));
}

// PFDEBUG TODENSE key: whether it was sparse
Reply make_dense(const Call& call, Counter counter) {
  if (counter.value.is_dense()) return Reply::integer(0);
  counter.value.make_dense();
  write(call, call.arg(2), std::move(counter));
  return Reply::integer(1);
}

// PFDEBUG GETREG key, which makes it dense first
Reply all_registers(const Call& call, Counter counter) {
  Reply::Items items;
  for (const uint8_t value : counter.value.registers()) items.push_back(Reply::integer(value));
  make_dense(call, std::move(counter));
  return Reply::array(std::move(items));
}

}  // namespace

// PFADD key [element ...]
Reply pfadd(Call& call) {
  Counter counter = open(call, call.arg(1));
  bool has_changed = counter.string == nullptr;
  try {
    for (const BytesView element : call.args.subspan(2)) {
      if (counter.value.add(element)) has_changed = true;
    }
  } catch (const CommandError& corrupted) {
    // As in Redis, those before it stay and nobody is told, not even the count that is kept.
    if (has_changed) write(call, call.arg(1), std::move(counter));
    return Reply::error(corrupted.text());
  }
  if (!has_changed) return Reply::integer(0);
  counter.value.forget_count();
  write(call, call.arg(1), std::move(counter));
  call.changed(call.arg(1), "pfadd");
  return Reply::integer(1);
}

// PFCOUNT key [key ...]
Reply pfcount(Call& call) {
  if (call.size() > 2) return count_reply(count_union(call));
  Counter counter = open(call, call.arg(1));
  if (counter.string == nullptr) return Reply::integer(0);
  if (const auto known = counter.value.known_count()) return count_reply(*known);
  const uint64_t count = estimated_count(counter.value.value_counts());
  // Redis keeps it, and whoever reads the string sees that.
  counter.value.set_known_count(count);
  write(call, call.arg(1), std::move(counter));
  call.changed(call.arg(1), {});
  return count_reply(count);
}

// PFDEBUG DECODE | ENCODING | GETREG | TODENSE key
Reply pfdebug(Call& call) {
  Counter counter = open(call, call.arg(2));
  if (counter.string == nullptr) throw_error("ERR The specified key does not exist");
  constexpr auto kKnown = std::to_array<BytesView>({"decode", "encoding", "getreg", "todense"});
  const bool is_known = std::any_of(kKnown.begin(), kKnown.end(),
                                    [&call](BytesView word) { return call.is_word(1, word); });
  if (!is_known)
    throw_error("ERR Unknown PFDEBUG subcommand '" + shown_in_error(call.arg(1)) + "'");
  if (call.is_word(1, "todense")) return make_dense(call, std::move(counter));
  if (call.is_word(1, "getreg")) return all_registers(call, std::move(counter));
  const bool is_dense = counter.value.is_dense();
  if (call.is_word(1, "encoding")) return Reply::status(is_dense ? "dense" : "sparse");
  if (is_dense) throw_error("ERR HLL encoding is not sparse");
  return Reply::bulk(counter.value.runs_text());
}

// PFMERGE destkey [sourcekey ...]
Reply pfmerge(Call& call) {
  Registers registers = {};
  bool is_dense = false;
  for (const BytesView key : call.args.subspan(1)) {
    const keyspace::CountedLookups counted(call.keys());
    const Counter counter = open(call, key);
    if (counter.string == nullptr) continue;
    is_dense = is_dense || counter.value.is_dense();
    counter.value.raise_to_these(registers);
  }
  Counter counter = open(call, call.arg(1));
  if (is_dense) counter.value.make_dense();
  for (size_t i = next_raised(registers, 0); i < registers.size();
       i = next_raised(registers, i + 1)) {
    counter.value.raise(i, registers[i]);
  }
  counter.value.forget_count();
  write(call, call.arg(1), std::move(counter));
  call.changed(call.arg(1), "pfadd");
  return Reply::ok();
}

}  // namespace keemun::commands
