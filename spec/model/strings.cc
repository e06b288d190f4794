// Strings as a whole and in parts: SET and its kin, GET and its kin, ranges.
#include <algorithm>

#include "model/call.h"
#include "model/expiry.h"
#include "model/string_limit.h"

namespace keemun::model {

namespace {

struct SetOptions {
  bool only_if_absent = false;
  bool only_if_present = false;
  bool answer_old_value = false;
  bool keep_expiry = false;
  bool persist = false;
  std::optional<ExpiryArgument> expiry;
};

enum class OptionsOf : uint8_t { kSet, kGetEx };

std::optional<ExpiryArgument::Unit> expiry_unit(const Call& call, size_t index) {
  using Unit = ExpiryArgument::Unit;
  if (call.is_word(index, "ex")) return Unit::kSeconds;
  if (call.is_word(index, "px")) return Unit::kMilliseconds;
  if (call.is_word(index, "exat")) return Unit::kAtSeconds;
  if (call.is_word(index, "pxat")) return Unit::kAtMilliseconds;
  return std::nullopt;
}

// The same unit of time may be given again, the last one counts; two different ones are an error.
SetOptions set_options(const Call& call, size_t first, OptionsOf of) {
  SetOptions options;
  const bool of_set = of == OptionsOf::kSet;
  for (size_t i = first; i < call.size(); ++i) {
    const auto unit = expiry_unit(call, i);
    if (of_set && call.is_word(i, "nx") && !options.only_if_present) {
      options.only_if_absent = true;
    } else if (of_set && call.is_word(i, "xx") && !options.only_if_absent) {
      options.only_if_present = true;
    } else if (of_set && call.is_word(i, "get")) {
      options.answer_old_value = true;
    } else if (of_set && call.is_word(i, "keepttl") && !options.expiry) {
      options.keep_expiry = true;
    } else if (!of_set && call.is_word(i, "persist") && !options.expiry) {
      options.persist = true;
    } else if (unit && i + 1 < call.size() && !options.keep_expiry && !options.persist &&
               (!options.expiry || options.expiry->unit == *unit)) {
      options.expiry = ExpiryArgument{*unit, ++i};
    } else {
      Call::throw_syntax_error();
    }
  }
  return options;
}

Reply bulk_or_null(const String* value) {
  return value == nullptr ? Reply::null() : Reply::bulk(*value);
}

void overwrite(const Call& call, const Bytes& key, const Bytes& value,
               int64_t expire_at_ms = kNoExpiry) {
  call.database().put(key, value, expire_at_ms);
  call.changed(key);
}

// SET key value [NX | XX] [GET] [EX s | PX ms | EXAT s | PXAT ms | KEEPTTL]
Reply set(Call& call) {
  const SetOptions options = set_options(call, 3, OptionsOf::kSet);
  int64_t expire_at_ms = options.expiry ? expiry_of(call, *options.expiry) : kNoExpiry;
  const Reply old =
      options.answer_old_value ? bulk_or_null(call.find<String>(call.arg(1))) : Reply::null();
  const Entry* entry = call.find_entry(call.arg(1));
  if ((options.only_if_absent && entry != nullptr) ||
      (options.only_if_present && entry == nullptr)) {
    return old;
  }
  if (options.keep_expiry && entry != nullptr) expire_at_ms = entry->expire_at_ms;
  overwrite(call, call.arg(1), call.arg(2), expire_at_ms);
  return options.answer_old_value ? old : Reply::ok();
}

Reply set_with_expiry(Call& call, ExpiryArgument::Unit unit) {
  overwrite(call, call.arg(1), call.arg(3), expiry_of(call, {unit, 2}));
  return Reply::ok();
}

// SETEX key seconds value
Reply setex(Call& call) {
  return set_with_expiry(call, ExpiryArgument::Unit::kSeconds);
}
// PSETEX key milliseconds value
Reply psetex(Call& call) {
  return set_with_expiry(call, ExpiryArgument::Unit::kMilliseconds);
}

// SETNX key value
Reply setnx(Call& call) {
  if (call.find_entry(call.arg(1)) != nullptr) return Reply::integer(0);
  overwrite(call, call.arg(1), call.arg(2));
  return Reply::integer(1);
}

// GET key
Reply get(Call& call) {
  return bulk_or_null(call.find<String>(call.arg(1)));
}

// GETEX key [EX s | PX ms | EXAT s | PXAT ms | PERSIST]
Reply getex(Call& call) {
  const Bytes& key = call.arg(1);
  const SetOptions options = set_options(call, 2, OptionsOf::kGetEx);
  const String* value = call.find<String>(key);
  if (value == nullptr) return Reply::null();
  const Reply reply = Reply::bulk(*value);
  if (options.expiry) {
    set_expiry(call, key, expiry_of(call, *options.expiry));
  } else if (options.persist) {
    Entry* entry = call.find_entry(key);
    if (entry->expire_at_ms != kNoExpiry) set_expiry(call, key, kNoExpiry);
  }
  return reply;
}

// GETDEL key
Reply getdel(Call& call) {
  Reply reply = bulk_or_null(call.find<String>(call.arg(1)));
  if (call.database().erase(call.arg(1))) call.changed(call.arg(1));
  return reply;
}

// GETSET key value
Reply getset(Call& call) {
  Reply reply = bulk_or_null(call.find<String>(call.arg(1)));
  overwrite(call, call.arg(1), call.arg(2));
  return reply;
}

// MGET key [key ...]
Reply mget(Call& call) {
  Reply::Items values;
  for (const Bytes& key : call.args.subspan(1)) {
    const Entry* entry = call.find_entry(key);
    values.push_back(entry == nullptr ? Reply::null()
                                      : bulk_or_null(std::get_if<String>(&entry->value)));
  }
  return Reply::array(std::move(values));
}

void set_pairs(const Call& call) {
  for (size_t i = 1; i < call.size(); i += 2) overwrite(call, call.arg(i), call.arg(i + 1));
}

// MSET key value [key value ...]
Reply mset(Call& call) {
  if (call.size() % 2 == 0) call.throw_wrong_arity();
  set_pairs(call);
  return Reply::ok();
}

// MSETNX key value [key value ...]
Reply msetnx(Call& call) {
  if (call.size() % 2 == 0) call.throw_wrong_arity();
  for (size_t i = 1; i < call.size(); i += 2) {
    if (call.find_entry(call.arg(i)) != nullptr) return Reply::integer(0);
  }
  set_pairs(call);
  return Reply::integer(1);
}

// APPEND key value
Reply append(Call& call) {
  String* value = call.find<String>(call.arg(1));
  if (value != nullptr) check_string_size(value->size(), call.arg(2).size());
  String& appended = call.find_or_create<String>(call.arg(1));
  appended += call.arg(2);
  call.changed(call.arg(1));
  return Reply::integer(static_cast<int64_t>(appended.size()));
}

// STRLEN key
Reply string_length(Call& call) {
  const String* value = call.find<String>(call.arg(1));
  return Reply::integer(value == nullptr ? 0 : static_cast<int64_t>(value->size()));
}

// GETRANGE key start end
Reply getrange(Call& call) {
  int64_t start = call.integer(2);
  int64_t end = call.integer(3);
  const String* value = call.find<String>(call.arg(1));
  if (value == nullptr || (start < 0 && end < 0 && start > end)) return Reply::bulk("");
  const auto size = static_cast<int64_t>(value->size());
  if (start < 0) start = std::max<int64_t>(start + size, 0);
  if (end < 0) end = std::max<int64_t>(end + size, 0);
  end = std::min(end, size - 1);
  if (start > end) return Reply::bulk("");
  return Reply::bulk(
      value->substr(static_cast<size_t>(start), static_cast<size_t>(end - start + 1)));
}

// SETRANGE key offset value
Reply setrange(Call& call) {
  const int64_t offset = call.integer(2);
  const Bytes& part = call.arg(3);
  if (offset < 0) throw CommandError("ERR offset is out of range");
  const String* old = call.find<String>(call.arg(1));
  if (part.empty()) return Reply::integer(old == nullptr ? 0 : static_cast<int64_t>(old->size()));
  const auto begin = static_cast<size_t>(offset);
  check_string_size(begin, part.size());
  String& value = call.find_or_create<String>(call.arg(1));
  if (value.size() < begin + part.size()) value.resize(begin + part.size());
  value.replace(begin, part.size(), part);
  call.changed(call.arg(1));
  return Reply::integer(static_cast<int64_t>(value.size()));
}

constexpr Command kCommands[] = {
    {"append", 3, append},   {"get", 2, get},           {"getdel", 2, getdel},
    {"getex", -2, getex},    {"getrange", 4, getrange}, {"getset", 3, getset},
    {"mget", -2, mget},      {"mset", -3, mset},        {"msetnx", -3, msetnx},
    {"psetex", 4, psetex},   {"set", -3, set},          {"setex", 4, setex},
    {"setnx", 3, setnx},     {"setrange", 4, setrange}, {"strlen", 2, string_length},
    {"substr", 4, getrange},
};

}  // namespace

std::span<const Command> string_commands() {
  return kCommands;
}

void check_string_size(size_t offset, size_t added) {
  constexpr uint64_t kStringBytesMax = uint64_t{512} << 20;  // proto-max-bulk-len
  if (offset > kStringBytesMax || offset + added > kStringBytesMax) {
    throw CommandError("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  }
}

}  // namespace keemun::model
