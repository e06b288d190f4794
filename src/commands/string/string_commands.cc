#include "commands/string/string_commands.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "commands/key/expiry_argument.h"
#include "commands/string/string_limit.h"

namespace keemun::commands {

using keyspace::KeyInfo;
using keyspace::kNoExpiry;

namespace {

struct SetOptions {
  bool only_if_absent = false;
  bool only_if_present = false;
  bool answers_old_value = false;
  bool keeps_expiry = false;
  bool persists = false;
  std::optional<ExpiryArgument> expiry;

  bool may_take(TimeUnit unit) const {
    return !keeps_expiry && !persists && (!expiry || expiry->unit == unit);
  }
};

// Takes EX, PX, EXAT or PXAT with its time at `index`; false for any other word. A unit may be
// repeated, the last time counts; two different units are a syntax error.
bool take_expiry(const Call& call, size_t index, SetOptions& options) {
  const auto unit = parse_time_unit(call, index);
  if (!unit) return false;
  if (index + 1 == call.size() || !options.may_take(*unit)) throw_syntax_error();
  options.expiry = ExpiryArgument{*unit, index + 1};
  return true;
}

SetOptions parse_set_options(const Call& call) {
  SetOptions options;
  for (size_t i = 3; i < call.size(); ++i) {
    if (take_expiry(call, i, options)) {
      ++i;
    } else if (call.is_word(i, "nx") && !options.only_if_present) {
      options.only_if_absent = true;
    } else if (call.is_word(i, "xx") && !options.only_if_absent) {
      options.only_if_present = true;
    } else if (call.is_word(i, "get")) {
      options.answers_old_value = true;
    } else if (call.is_word(i, "keepttl") && !options.expiry) {
      options.keeps_expiry = true;
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

SetOptions parse_getex_options(const Call& call) {
  SetOptions options;
  for (size_t i = 2; i < call.size(); ++i) {
    if (take_expiry(call, i, options)) {
      ++i;
    } else if (call.is_word(i, "persist") && !options.expiry) {
      options.persists = true;
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

// The value of a string, null where there is no key.
Reply read(const Call& call, BytesView key) {
  const keyspace::CountedLookups counted(call.keys());
  const auto string = call.keys().string(key, Create::kNo);
  return string ? Reply::bulk(string->value()) : Reply::null();
}

void overwrite(const Call& call, BytesView key, BytesView value, int64_t expire_at_ms = kNoExpiry) {
  call.keys().put_string(key, value, expire_at_ms);
  call.changed(key, "set");
}

Reply set_with_expiry(const Call& call, TimeUnit unit) {
  overwrite(call, call.arg(1), call.arg(3), parse_expiry(call, {unit, 2}));
  call.changed(call.arg(1), "expire");
  return Reply::ok();
}

void set_pairs(const Call& call) {
  for (size_t i = 1; i < call.size(); i += 2) overwrite(call, call.arg(i), call.arg(i + 1));
}

int64_t size_of(BytesView value) {
  return static_cast<int64_t>(value.size());
}

}  // namespace

// SET key value [NX | XX] [GET] [EX s | PX ms | EXAT s | PXAT ms | KEEPTTL]
Reply set(Call& call) {
  const BytesView key = call.arg(1);
  const SetOptions options = parse_set_options(call);
  int64_t expire_at_ms = options.expiry ? parse_expiry(call, *options.expiry) : kNoExpiry;
  Reply old = options.answers_old_value ? read(call, key) : Reply::null();
  if (options.only_if_absent || options.only_if_present || options.keeps_expiry) {
    const std::optional<KeyInfo> before = call.keys().find(key);
    if (before ? options.only_if_absent : options.only_if_present) return old;
    if (before && options.keeps_expiry) expire_at_ms = before->expire_at_ms;
  }
  overwrite(call, key, call.arg(2), expire_at_ms);
  if (options.expiry) call.changed(key, "expire");
  return options.answers_old_value ? std::move(old) : Reply::ok();
}

// SETEX key seconds value
Reply setex(Call& call) {
  return set_with_expiry(call, TimeUnit::kSeconds);
}

// PSETEX key milliseconds value
Reply psetex(Call& call) {
  return set_with_expiry(call, TimeUnit::kMilliseconds);
}

// SETNX key value
Reply setnx(Call& call) {
  if (call.keys().find(call.arg(1))) return Reply::integer(0);
  overwrite(call, call.arg(1), call.arg(2));
  return Reply::integer(1);
}

// GET key
Reply get(Call& call) {
  return read(call, call.arg(1));
}

// GETEX key [EX s | PX ms | EXAT s | PXAT ms | PERSIST]
Reply getex(Call& call) {
  const BytesView key = call.arg(1);
  const SetOptions options = parse_getex_options(call);
  Reply value = read(call, key);
  if (value.is_null()) return value;
  if (options.expiry) {
    expire_at(call, key, parse_expiry(call, *options.expiry));
  } else if (options.persists && call.keys().find(key)->expire_at_ms != kNoExpiry) {
    keep_for_ever(call, key);
  }
  return value;
}

// GETDEL key
Reply getdel(Call& call) {
  Reply value = read(call, call.arg(1));
  if (call.keys().erase(call.arg(1))) call.changed(call.arg(1), "del");
  return value;
}

// GETSET key value
Reply getset(Call& call) {
  Reply value = read(call, call.arg(1));
  overwrite(call, call.arg(1), call.arg(2));
  return value;
}

// MGET key [key ...]
Reply mget(Call& call) {
  Reply::Items values;
  for (const BytesView key : call.args.subspan(1)) {
    const std::optional<KeyInfo> info = call.keys().find(key);
    const bool is_string = info && info->type == types::KeyType::kString;
    values.push_back(is_string ? read(call, key) : Reply::null());
  }
  return Reply::array(std::move(values));
}

// MSET key value [key value ...]
Reply mset(Call& call) {
  if (call.size() % 2 == 0) throw_wrong_arity(call.command);
  set_pairs(call);
  return Reply::ok();
}

// MSETNX key value [key value ...]
Reply msetnx(Call& call) {
  if (call.size() % 2 == 0) throw_wrong_arity(call.command);
  for (size_t i = 1; i < call.size(); i += 2) {
    if (call.keys().find(call.arg(i))) return Reply::integer(0);
  }
  set_pairs(call);
  return Reply::integer(1);
}

// APPEND key value
Reply append(Call& call) {
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  check_string_size(string->value().size(), call.arg(2).size());
  string->set(string->value() + Bytes(call.arg(2)));
  call.changed(call.arg(1), "append");
  return Reply::integer(size_of(string->value()));
}

// STRLEN key
Reply string_length(Call& call) {
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  return Reply::integer(string ? size_of(string->value()) : 0);
}

// GETRANGE key start end, also under its old name SUBSTR
Reply getrange(Call& call) {
  const int64_t start = call.integer(2);
  const int64_t end = call.integer(3);
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  if (!string || (start < 0 && end < 0 && start > end)) return Reply::bulk("");
  const Bytes& value = string->value();
  const int64_t size = size_of(value);
  const auto from_front = [size](int64_t index) {
    return index < 0 ? std::max<int64_t>(index + size, 0) : index;
  };
  const int64_t first = from_front(start);
  const int64_t last = std::min(from_front(end), size - 1);
  if (first > last) return Reply::bulk("");
  return Reply::bulk(
      value.substr(static_cast<size_t>(first), static_cast<size_t>(last - first + 1)));
}

// SETRANGE key offset value
Reply setrange(Call& call) {
  const int64_t offset = call.integer(2);
  const BytesView part = call.arg(3);
  if (offset < 0) throw_error("ERR offset is out of range");
  if (part.empty()) return string_length(call);
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  const auto begin = static_cast<size_t>(offset);
  check_string_size(begin, part.size());
  Bytes value = string->value();
  if (value.size() < begin + part.size()) value.resize(begin + part.size());
  value.replace(begin, part.size(), part);
  string->set(std::move(value));
  call.changed(call.arg(1), "setrange");
  return Reply::integer(size_of(string->value()));
}

}  // namespace keemun::commands
