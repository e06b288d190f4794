#include "commands/hash/hash_commands.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "commands/distinct.h"
#include "commands/scan_options.h"

namespace keemun::commands {

using types::Changed;
using types::Field;
using types::HashStore;

namespace {

Changed put_fields(Call& call) {
  if (call.size() % 2 != 0) throw_wrong_arity(call.command);
  const auto fields = distinct_fields(call.args.subspan(2));
  const Changed changed = call.keys().hash(call.arg(1), Create::kYes)->put(fields);
  call.changed(call.arg(1), "hset");
  return changed;
}

Reply bulk_or_null(std::optional<Bytes> value) {
  return value ? Reply::bulk(std::move(*value)) : Reply::null();
}

std::vector<Field> load_all(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  return hash ? hash->load_all() : std::vector<Field>();
}

}  // namespace

// HSET key field value [field value ...]
Reply hset(Call& call) {
  return Reply::integer(put_fields(call).count);
}

// HMSET key field value [field value ...]
Reply hmset(Call& call) {
  put_fields(call);
  return Reply::ok();
}

// HSETNX key field value
Reply hsetnx(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kYes);
  const bool is_new = hash->put_if_absent({call.arg(2), call.arg(3)});
  if (is_new) call.changed(call.arg(1), "hset");
  return Reply::integer(is_new ? 1 : 0);
}

// HGET key field
Reply hget(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  return hash ? bulk_or_null(hash->get(call.arg(2))) : Reply::null();
}

// HMGET key field [field ...]
Reply hmget(Call& call) {
  const auto fields = call.args.subspan(2);
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  Reply::Items items(fields.size());
  if (!hash) return Reply::array(std::move(items));
  std::vector<std::optional<Bytes>> values = hash->get_many(fields);
  for (size_t i = 0; i < values.size(); ++i) items[i] = bulk_or_null(std::move(values[i]));
  return Reply::array(std::move(items));
}

// HGETALL key
Reply hgetall(Call& call) {
  std::vector<Field> fields = load_all(call);
  Reply::Items items;
  items.reserve(2 * fields.size());
  for (Field& field : fields) {
    items.push_back(Reply::bulk(std::move(field.field)));
    items.push_back(Reply::bulk(std::move(field.value)));
  }
  return Reply::map(std::move(items));
}

// HKEYS key
Reply hkeys(Call& call) {
  return Reply::array(Reply::bulks(load_all(call), &Field::field));
}

// HVALS key
Reply hvals(Call& call) {
  return Reply::array(Reply::bulks(load_all(call), &Field::value));
}

// HLEN key
Reply hlen(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  return Reply::integer(hash ? hash->size() : 0);
}

// HSTRLEN key field
Reply hstrlen(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  const auto value = hash ? hash->get(call.arg(2)) : std::nullopt;
  return Reply::integer(value ? static_cast<int64_t>(value->size()) : 0);
}

// HEXISTS key field
Reply hexists(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  return Reply::integer(hash && hash->get(call.arg(2)) ? 1 : 0);
}

// HDEL key field [field ...]
Reply hdel(Call& call) {
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  if (!hash) return Reply::integer(0);
  const Changed changed = hash->erase(distinct(call.args.subspan(2)));
  if (changed.count > 0) call.changed(call.arg(1), "hdel");
  return Reply::integer(changed.count);
}

// HINCRBY key field increment
Reply hincrby(Call& call) {
  const int64_t increment = call.integer(3);
  const auto hash = call.keys().hash(call.arg(1), Create::kYes);
  int64_t value = 0;
  const auto before = hash->get(call.arg(2));
  if (before) {
    const auto parsed = parse_int64(*before);
    if (!parsed) throw_error("ERR hash value is not an integer");
    value = *parsed;
  }
  if (__builtin_add_overflow(value, increment, &value)) {
    throw_error("ERR increment or decrement would overflow");
  }
  const Bytes text = format_int64(value);
  const types::FieldView field = {call.arg(2), text};
  hash->put_known({&field, 1}, before ? 0 : 1);
  call.changed(call.arg(1), "hincrby");
  return Reply::integer(value);
}

// HINCRBYFLOAT key field increment
Reply hincrbyfloat(Call& call) {
  const auto increment = parse_long_double(call.arg(3));
  if (!increment) throw_error("ERR value is not a valid float");
  if (std::isnan(*increment) || std::isinf(*increment)) throw_error("ERR value is NaN or Infinity");
  const auto hash = call.keys().hash(call.arg(1), Create::kYes);
  long double value = 0;
  const auto before = hash->get(call.arg(2));
  if (before) {
    const auto parsed = parse_long_double(*before);
    if (!parsed) throw_error("ERR hash value is not a float");
    value = *parsed;
  }
  value += *increment;
  if (std::isnan(value) || std::isinf(value)) {
    throw_error("ERR increment would produce NaN or Infinity");
  }
  Bytes text = format_human(value);
  const types::FieldView field = {call.arg(2), text};
  hash->put_known({&field, 1}, before ? 0 : 1);
  call.changed(call.arg(1), "hincrbyfloat");
  return Reply::bulk(std::move(text));
}

// HSCAN key cursor [MATCH pattern] [COUNT count]
Reply hscan(Call& call) {
  ScanCursor cursor = parse_scan_cursor(call, 2);
  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  if (!hash) return empty_scan_reply();
  const ScanOptions options = parse_scan_options(call, 3);
  ScanReply reply(call, std::move(cursor), options);
  for (Field& field : reply.page(*hash)) {
    if (!options.matches(field.field)) continue;
    reply.add(std::move(field.field));
    reply.add(std::move(field.value));
  }
  return reply.finish();
}

}  // namespace keemun::commands
