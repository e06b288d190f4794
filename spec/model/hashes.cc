// Hashes: fields by name.
#include <cmath>

#include "model/call.h"
#include "model/sampling.h"
#include "model/scan_options.h"

namespace keemun::model {

namespace {

const Bytes* find_field(const Call& call, BytesView key, BytesView field) {
  const Hash* hash = call.find<Hash>(key);
  if (hash == nullptr) return nullptr;
  const auto found = hash->find(field);
  return found == hash->end() ? nullptr : &found->second;
}

Reply bulk_or_null(const Bytes* value) {
  return value == nullptr ? Reply::null() : Reply::bulk(*value);
}

// Puts fields and values from args[2] on; answers how many fields are new.
int64_t put_fields(Call& call) {
  if (call.size() % 2 != 0) call.throw_wrong_arity();
  Hash& hash = call.find_or_create<Hash>(call.arg(1));
  int64_t added = 0;
  for (size_t i = 2; i < call.size(); i += 2) {
    added += hash.insert_or_assign(call.arg(i), call.arg(i + 1)).second ? 1 : 0;
  }
  call.changed(call.arg(1));
  return added;
}

// HSET key field value [field value ...]
Reply hset(Call& call) {
  return Reply::integer(put_fields(call));
}

// HMSET key field value [field value ...]
Reply hmset(Call& call) {
  put_fields(call);
  return Reply::ok();
}

// HSETNX key field value
Reply hsetnx(Call& call) {
  if (find_field(call, call.arg(1), call.arg(2)) != nullptr) return Reply::integer(0);
  call.find_or_create<Hash>(call.arg(1)).emplace(call.arg(2), call.arg(3));
  call.changed(call.arg(1));
  return Reply::integer(1);
}

// HGET key field
Reply hget(Call& call) {
  return bulk_or_null(find_field(call, call.arg(1), call.arg(2)));
}

// HMGET key field [field ...]
Reply hmget(Call& call) {
  Reply::Items values;
  for (size_t i = 2; i < call.size(); ++i) {
    values.push_back(bulk_or_null(find_field(call, call.arg(1), call.arg(i))));
  }
  return Reply::array(std::move(values));
}

Reply::Items list_fields(const Call& call, bool names, bool values) {
  Reply::Items items;
  const Hash* hash = call.find<Hash>(call.arg(1));
  if (hash == nullptr) return items;
  for (const auto& [field, value] : *hash) {
    if (names) items.push_back(Reply::bulk(field));
    if (values) items.push_back(Reply::bulk(value));
  }
  return items;
}

// HGETALL key
Reply hgetall(Call& call) {
  return Reply::map(list_fields(call, true, true));
}

// HKEYS key
Reply hkeys(Call& call) {
  return Reply::array(list_fields(call, true, false));
}

// HVALS key
Reply hvals(Call& call) {
  return Reply::array(list_fields(call, false, true));
}

// HLEN key
Reply hlen(Call& call) {
  const Hash* hash = call.find<Hash>(call.arg(1));
  return Reply::integer(hash == nullptr ? 0 : static_cast<int64_t>(hash->size()));
}

// HSTRLEN key field
Reply hstrlen(Call& call) {
  const Bytes* value = find_field(call, call.arg(1), call.arg(2));
  return Reply::integer(value == nullptr ? 0 : static_cast<int64_t>(value->size()));
}

// HEXISTS key field
Reply hexists(Call& call) {
  return Reply::integer(find_field(call, call.arg(1), call.arg(2)) != nullptr ? 1 : 0);
}

// HDEL key field [field ...]
Reply hdel(Call& call) {
  Hash* hash = call.find<Hash>(call.arg(1));
  if (hash == nullptr) return Reply::integer(0);
  int64_t removed = 0;
  for (size_t i = 2; i < call.size(); ++i) {
    removed += static_cast<int64_t>(hash->erase(call.arg(i)));
  }
  if (removed > 0) call.changed(call.arg(1));
  return Reply::integer(removed);
}

void put_field(const Call& call, Bytes value) {
  call.find_or_create<Hash>(call.arg(1)).insert_or_assign(call.arg(2), std::move(value));
  call.changed(call.arg(1));
}

// HINCRBY key field increment
Reply hincrby(Call& call) {
  const int64_t increment = call.integer(3);
  const Bytes* text = find_field(call, call.arg(1), call.arg(2));
  const auto value = text == nullptr ? std::optional<int64_t>(0) : parse_int64(*text);
  if (!value) throw CommandError("ERR hash value is not an integer");
  int64_t sum = 0;
  if (__builtin_add_overflow(*value, increment, &sum)) {
    throw CommandError("ERR increment or decrement would overflow");
  }
  put_field(call, format_int64(sum));
  return Reply::integer(sum);
}

// HINCRBYFLOAT key field increment
Reply hincrbyfloat(Call& call) {
  const auto increment = parse_long_double(call.arg(3));
  if (!increment) throw CommandError("ERR value is not a valid float");
  if (!std::isfinite(*increment)) throw CommandError("ERR value is NaN or Infinity");
  const Bytes* text = find_field(call, call.arg(1), call.arg(2));
  const auto value = text == nullptr ? std::optional<long double>(0) : parse_long_double(*text);
  if (!value) throw CommandError("ERR hash value is not a float");
  const long double sum = *value + *increment;
  if (!std::isfinite(sum)) throw CommandError("ERR increment would produce NaN or Infinity");
  put_field(call, format_human(sum));
  return Reply::bulk(format_human(sum));
}

// HRANDFIELD key [count [WITHVALUES]]
Reply hrandfield(Call& call) {
  const bool counted = call.size() > 2;
  const bool with_values = call.size() == 4 && call.is_word(3, "withvalues");
  // The range of a count is narrower with values, but a wrong word is reported before that.
  const int64_t asked = counted ? sample_argument(call, 2, with_values) : 1;
  if (call.size() > 4 || (call.size() == 4 && !with_values)) Call::throw_syntax_error();

  const Hash* hash = call.find<Hash>(call.arg(1));
  if (hash == nullptr) return counted ? Reply::array() : Reply::null();
  const auto fields = sample(call, *hash, sample_count(asked, hash->size()), with_values);
  if (!counted) return Reply::bulk(fields[0]);

  Reply::Items items;
  for (const Bytes& field : fields) {
    Reply::Items pair = {Reply::bulk(field)};
    if (with_values) pair.push_back(Reply::bulk(hash->find(field)->second));
    if (with_values && call.client.protocol == 3) {
      items.push_back(Reply::array(std::move(pair)));
    } else {
      items.insert(items.end(), pair.begin(), pair.end());
    }
  }
  return Reply::array(std::move(items));
}

// HSCAN key cursor [MATCH pattern] [COUNT count]
Reply hscan(Call& call) {
  const uint64_t cursor = scan_cursor(call, 2);
  const Hash* hash = call.find<Hash>(call.arg(1));
  if (hash == nullptr) return scan_reply(call, 0, {}, 2);
  const ScanOptions options = scan_options(call, 3);
  Reply::Items items;
  for (const auto& [field, value] : *hash) {
    if (!options.matches(field)) continue;
    items.push_back(Reply::bulk(field));
    items.push_back(Reply::bulk(value));
  }
  return scan_reply(call, cursor, std::move(items), 2);
}

constexpr Command kCommands[] = {
    {"hset", -4, hset},
    {"hmset", -4, hmset},
    {"hsetnx", 4, hsetnx},
    {"hget", 3, hget},
    {"hmget", -3, hmget},
    {"hgetall", 2, hgetall, Order::kAnyOrderPairs},
    {"hkeys", 2, hkeys, Order::kAnyOrder},
    {"hvals", 2, hvals, Order::kAnyOrder},
    {"hlen", 2, hlen},
    {"hstrlen", 3, hstrlen},
    {"hexists", 3, hexists},
    {"hdel", -3, hdel},
    {"hincrby", 4, hincrby},
    {"hincrbyfloat", 4, hincrbyfloat},
    {"hrandfield", -2, hrandfield},
    {"hscan", -3, hscan, Order::kScanPairs},
};

}  // namespace

std::span<const Command> hash_commands() {
  return kCommands;
}

}  // namespace keemun::model
