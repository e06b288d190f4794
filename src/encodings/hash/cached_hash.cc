#include "encodings/hash/cached_hash.h"

#include <algorithm>

#include "base/number_text.h"

namespace keemun::encodings {

using ports::RedisCommand;
using resp::Reply;
using types::Changed;
using types::Field;
using types::FieldView;

namespace {

// Asked for more fields than this, only a copy of the whole hash is looked at.
constexpr size_t kFieldsMax = 64;

std::optional<Bytes> value_of(const Reply& reply) {
  return reply.kind() == Reply::Kind::kBulk ? std::optional(reply.text()) : std::nullopt;
}

std::vector<Bytes> names_of(std::span<const FieldView> fields) {
  std::vector<Bytes> names;
  names.reserve(fields.size());
  for (const FieldView& field : fields) names.emplace_back(field.field);
  return names;
}

bool by_name(const Field& a, const Field& b) {
  return a.field < b.field;
}

}  // namespace

Changed CachedHash::put(std::span<const FieldView> fields) {
  copies_.change(names_of(fields));
  return rows_->put(fields);
}

void CachedHash::put_known(std::span<const FieldView> fields, int64_t added) {
  copies_.change(names_of(fields));
  rows_->put_known(fields, added);
}

bool CachedHash::put_if_absent(FieldView field) {
  const bool is_new = rows_->put_if_absent(field);
  if (is_new) copies_.change({Bytes(field.field)});
  return is_new;
}

Changed CachedHash::erase(std::span<const BytesView> fields) {
  const Changed changed = rows_->erase(fields);
  if (changed.count > 0) copies_.change({fields.begin(), fields.end()});
  return changed;
}

std::optional<Bytes> CachedHash::get(BytesView field) {
  if (auto copied = read_copies({&field, 1})) return std::move(copied->front());
  std::optional<Bytes> value = rows_->get(field);
  if (value) copy_field(field, *value);
  return value;
}

std::vector<std::optional<Bytes>> CachedHash::get_many(std::span<const BytesView> fields) {
  if (auto copied = read_copies(fields)) return std::move(*copied);
  return rows_->get_many(fields);
}

// The whole is asked for last: if it is there then, it was there for the fields too.
std::optional<std::vector<std::optional<Bytes>>> CachedHash::read_copies(
    std::span<const BytesView> fields) {
  const bool asks_single = fields.size() <= kFieldsMax;
  std::vector<RedisCommand> commands;
  RedisCommand of_whole = {"HMGET", copies_.whole()};
  for (const BytesView field : fields) {
    if (asks_single) commands.push_back({"GET", copies_.field(field)});
    of_whole.emplace_back(field);
  }
  commands.push_back(std::move(of_whole));
  commands.push_back({"EXISTS", copies_.whole()});
  const auto replies = copies_.read(std::move(commands));
  if (!replies) return std::nullopt;
  const bool has_whole = replies->back().integer() == 1;
  const Reply::Items& whole = (*replies)[replies->size() - 2].items();
  std::vector<std::optional<Bytes>> values(fields.size());
  for (size_t i = 0; i < fields.size(); ++i) {
    if (has_whole) {
      values[i] = value_of(whole[i]);
    } else {
      if (asks_single) values[i] = value_of((*replies)[i]);
      if (!values[i]) return std::nullopt;
    }
  }
  return values;
}

void CachedHash::copy_field(BytesView field, const Bytes& value) {
  if (value.size() > copies_.limits().copy_bytes_max) return;
  copies_.fill(
      {{"SET", copies_.field(field), value, "PX", format_int64(copies_.limits().field_ms)}});
}

std::vector<Field> CachedHash::scan(const std::optional<Bytes>& after, size_t fields_max) {
  return rows_->scan(after, fields_max);
}

std::vector<Bytes> CachedHash::scan_names(const std::optional<Bytes>& after, size_t fields_max) {
  return rows_->scan_names(after, fields_max);
}

std::vector<Field> CachedHash::load_all() {
  std::vector<Field> fields;
  if (auto replies = copies_.read({{"HGETALL", copies_.whole()}})) {
    Reply::Items& items = replies->front().items();
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      fields.push_back({items[i].text(), items[i + 1].text()});
    }
    std::sort(fields.begin(), fields.end(), by_name);
    if (!fields.empty()) return fields;
  }
  fields = rows_->load_all();
  RedisCommand put = {"HSET", copies_.whole()};
  size_t bytes = 0;
  for (const Field& field : fields) bytes += field.field.size() + field.value.size();
  const CacheLimits& limits = copies_.limits();
  if (fields.empty() || fields.size() > limits.elements_max || bytes > limits.copy_bytes_max) {
    return fields;
  }
  for (const Field& field : fields) {
    put.push_back(field.field);
    put.push_back(field.value);
  }
  copies_.fill({{"DEL", copies_.whole()},
                std::move(put),
                {"PEXPIRE", copies_.whole(), format_int64(limits.collection_ms)}});
  return fields;
}

}  // namespace keemun::encodings
