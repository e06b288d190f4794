// Keys as wholes: existence, names, databases.
#include <limits>

#include "model/call.h"

namespace keemun::model {

namespace {

// DEL key [key ...] and UNLINK key [key ...]
Reply del(Call& call) {
  int64_t count = 0;
  for (const Bytes& key : call.args.subspan(1)) {
    if (call.find_entry(key) == nullptr) continue;
    call.database().erase(key);
    call.changed(key);
    ++count;
  }
  return Reply::integer(count);
}

// EXISTS key [key ...] and TOUCH key [key ...]: a key given twice counts twice.
Reply exists(Call& call) {
  int64_t count = 0;
  for (const Bytes& key : call.args.subspan(1)) count += call.find_entry(key) != nullptr;
  return Reply::integer(count);
}

// TYPE key
Reply type(Call& call) {
  const Entry* entry = call.find_entry(call.arg(1));
  return Reply::status(Bytes(entry == nullptr ? "none" : type_name(entry->value)));
}

// True when the key has moved; false when `only_if_absent` forbids it.
bool rename_generic(Call& call, bool only_if_absent) {
  const Bytes& from = call.arg(1);
  const Bytes& to = call.arg(2);
  const Entry* source = call.find_entry(from);
  if (source == nullptr) throw CommandError("ERR no such key");
  if (from == to) return !only_if_absent;
  if (only_if_absent && call.find_entry(to) != nullptr) return false;
  const Entry moved = *source;
  call.database().erase(from);
  call.database().put(to, moved.value, moved.expire_at_ms);
  call.changed(from);
  call.changed(to);
  return true;
}

// RENAME key newkey
Reply rename(Call& call) {
  rename_generic(call, false);
  return Reply::ok();
}
// RENAMENX key newkey
Reply renamenx(Call& call) {
  return Reply::integer(rename_generic(call, true));
}

[[noreturn]] void throw_same_object() {
  throw CommandError("ERR source and destination objects are the same");
}

// COPY source destination [DB index | name] [REPLACE]
Reply copy(Call& call) {
  size_t target_index = call.client.database;
  bool replace = false;
  for (size_t i = 3; i < call.size(); ++i) {
    if (call.is_word(i, "replace")) {
      replace = true;
    } else if (call.is_word(i, "db") && i + 1 < call.size()) {
      target_index = call.database_named(++i);
    } else {
      Call::throw_syntax_error();
    }
  }
  const Bytes& from = call.arg(1);
  const Bytes& to = call.arg(2);
  if (target_index == call.client.database && from == to) throw_same_object();
  const Entry* source = call.find_entry(from);
  if (source == nullptr) return Reply::integer(0);
  Database& target = call.model.databases()[target_index];
  if (target.find(to, call.now_ms) != nullptr && !replace) return Reply::integer(0);
  const Entry copied = *source;
  target.put(to, copied.value, copied.expire_at_ms);
  target.touch(to);
  return Reply::integer(1);
}

// MOVE key index | name
Reply move(Call& call) {
  const Bytes& key = call.arg(1);
  const size_t target_index = call.database_named(2);
  if (target_index == call.client.database) throw_same_object();
  const Entry* source = call.find_entry(key);
  if (source == nullptr) return Reply::integer(0);
  Database& target = call.model.databases()[target_index];
  if (target.find(key, call.now_ms) != nullptr) return Reply::integer(0);
  target.put(key, source->value, source->expire_at_ms);
  call.database().erase(key);
  target.touch(key);
  call.changed(key);
  return Reply::integer(1);
}

// RANDOMKEY
Reply randomkey(Call& call) {
  Database& database = call.database();
  const bool has_choice = call.observed != nullptr && call.observed->kind() == Reply::Kind::kBulk;
  if (has_choice && call.find_entry(call.observed->text()) != nullptr) return *call.observed;
  for (const auto& [key, entry] : database.entries()) {
    if (!entry.expired(call.now_ms)) return Reply::bulk(key);
  }
  return Reply::null();
}

// DBSIZE: Redis counts an expired key for as long as it has not met it.
Reply dbsize(Call& call) {
  const auto& entries = call.database().entries();
  const auto all = static_cast<int64_t>(entries.size());
  int64_t live = 0;
  for (const auto& [key, entry] : entries) live += !entry.expired(call.now_ms);
  const Reply* observed = call.observed;
  if (observed != nullptr && observed->kind() == Reply::Kind::kInteger &&
      observed->integer() >= live && observed->integer() <= all) {
    return *observed;
  }
  return Reply::integer(live);
}

void check_flush_options(const Call& call) {
  if (call.size() == 1) return;
  if (call.size() > 2 || (!call.is_word(1, "async") && !call.is_word(1, "sync"))) {
    Call::throw_syntax_error();
  }
}

// FLUSHDB [ASYNC | SYNC]
Reply flushdb(Call& call) {
  check_flush_options(call);
  call.database().clear(call.now_ms);
  return Reply::ok();
}

// FLUSHALL [ASYNC | SYNC]
Reply flushall(Call& call) {
  check_flush_options(call);
  for (Database& database : call.model.databases()) database.clear(call.now_ms);
  return Reply::ok();
}

// SELECT index | name
Reply select(Call& call) {
  call.client.database = call.database_named(1);
  return Reply::ok();
}

// SWAPDB index1 index2
Reply swapdb(Call& call) {
  constexpr int64_t kMin = std::numeric_limits<int32_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  call.integer_in(1, kMin, kMax, "ERR invalid first DB index");
  call.integer_in(2, kMin, kMax, "ERR invalid second DB index");
  Database& left = call.model.databases()[call.database_index(1)];
  Database& right = call.model.databases()[call.database_index(2)];
  if (&left == &right) return Reply::ok();
  left.swap(right, call.now_ms);
  return Reply::ok();
}

constexpr Command kCommands[] = {
    {"copy", -3, copy},        {"dbsize", 1, dbsize},       {"del", -2, del},
    {"exists", -2, exists},    {"flushall", -1, flushall},  {"flushdb", -1, flushdb},
    {"move", 3, move},         {"randomkey", 1, randomkey}, {"rename", 3, rename},
    {"renamenx", 3, renamenx}, {"select", 2, select},       {"swapdb", 3, swapdb},
    {"touch", -2, exists},     {"type", 2, type},           {"unlink", -2, del},
};

}  // namespace

std::span<const Command> key_commands() {
  return kCommands;
}

}  // namespace keemun::model
