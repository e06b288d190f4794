#include "encodings/ardb/ardb_hash.h"

#include <algorithm>

#include "encodings/ardb/named_rows.h"

namespace keemun::encodings {

using format::ArdbType;
using ports::WasThere;
using types::Changed;
using types::Field;
using types::FieldView;

void ArdbHash::put_row(FieldView field, WasThere was_there) {
  put_named_row(key_, field.field,
                {.type = ArdbType::kHashField, .elements = {format::ardb_element_of(field.value)}},
                was_there);
}

Bytes ArdbHash::text_of(BytesView row_value) const {
  return format::ardb_text_of(element_of_row(key_, ArdbType::kHashField, row_value));
}

Changed ArdbHash::put(std::span<const FieldView> fields) {
  std::vector<BytesView> names;
  names.reserve(fields.size());
  for (const FieldView& field : fields) names.push_back(field.field);
  const auto before = read_named_rows(key_, ArdbType::kHashField, names);
  const auto added = std::count(before.begin(), before.end(), std::nullopt);
  put_known(fields, added);
  return {added, true};
}

bool ArdbHash::put_if_absent(FieldView field) {
  if (read_named_rows(key_, ArdbType::kHashField, {&field.field, 1}).front()) return false;
  put_known({&field, 1}, 1);
  return true;
}

void ArdbHash::put_known(std::span<const FieldView> fields, int64_t added) {
  const WasThere were_there = ports::were_there(fields.size(), added);
  for (const FieldView& field : fields) put_row(field, were_there);
  key_.resize(added);
}

Changed ArdbHash::erase(std::span<const BytesView> fields) {
  const auto before = read_named_rows(key_, ArdbType::kHashField, fields);
  int64_t erased = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!before[i]) continue;
    erase_named_row(key_, ArdbType::kHashField, fields[i], WasThere::kYes);
    ++erased;
  }
  if (erased > 0) key_.resize(-erased);
  return {erased, true};
}

std::optional<Bytes> ArdbHash::get(BytesView field) {
  return get_many({&field, 1}).front();
}

std::vector<std::optional<Bytes>> ArdbHash::get_many(std::span<const BytesView> fields) {
  auto values = read_named_rows(key_, ArdbType::kHashField, fields);
  for (auto& value : values) {
    if (value) value = text_of(*value);
  }
  return values;
}

std::vector<Field> ArdbHash::scan(const std::optional<Bytes>& after, size_t fields_max) {
  std::vector<Field> fields;
  for (NamedRow& row : scan_named_rows(key_, ArdbType::kHashField, {after, fields_max})) {
    fields.push_back({std::move(row.name), text_of(row.value)});
  }
  return fields;
}

std::vector<Bytes> ArdbHash::scan_names(const std::optional<Bytes>& after, size_t fields_max) {
  std::vector<Bytes> names;
  for (NamedRow& row :
       scan_named_rows(key_, ArdbType::kHashField, {after, fields_max, ports::Values::kNone})) {
    names.push_back(std::move(row.name));
  }
  return names;
}

std::optional<Bytes> ArdbHash::last_name() {
  return encodings::last_name(key_, ArdbType::kHashField);
}

std::optional<std::vector<Bytes>> ArdbHash::names_at(std::span<const uint64_t> ranks) {
  return encodings::names_at(key_, ArdbType::kHashField, ranks);
}

}  // namespace keemun::encodings
