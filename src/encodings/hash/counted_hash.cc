#include "encodings/hash/counted_hash.h"

#include <algorithm>

#include "encodings/hash/hash_rows.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using ports::Stage;
using types::Changed;
using types::Field;
using types::FieldView;

Changed CountedHash::put(std::span<const FieldView> fields) {
  std::vector<BytesView> names;
  names.reserve(fields.size());
  for (const FieldView& field : fields) names.push_back(field.field);
  const std::vector<std::optional<Bytes>> before = read_sub_rows(key_, names);
  const auto added = std::count(before.begin(), before.end(), std::nullopt);
  put_known(fields, added);
  return {added, true};
}

bool CountedHash::put_if_absent(FieldView field) {
  if (read_sub_row(key_, field.field)) return false;
  put_known({&field, 1}, 1);
  return true;
}

void CountedHash::put_known(std::span<const FieldView> fields, int64_t added) {
  put_fields(key_, fields, ports::were_there(fields.size(), added));
  key_.grow(added);
}

Changed CountedHash::erase(std::span<const BytesView> fields) {
  const std::vector<std::optional<Bytes>> before = read_sub_rows(key_, fields);
  int64_t erased = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!before[i]) continue;
    key_.rows().erase(key_.generation().sub_key(fields[i]), Stage::kErase, ports::WasThere::kYes);
    ++erased;
  }
  if (erased > 0) key_.shrink(erased);
  return {erased, true};
}

std::optional<Bytes> CountedHash::get(BytesView field) {
  return read_sub_row(key_, field);
}

std::vector<std::optional<Bytes>> CountedHash::get_many(std::span<const BytesView> fields) {
  return read_sub_rows(key_, fields);
}

int64_t CountedHash::size() {
  return key_.meta().count;
}

std::vector<Field> CountedHash::scan(const std::optional<Bytes>& after, size_t fields_max) {
  return scan_fields(key_, after, fields_max);
}

std::vector<Bytes> CountedHash::scan_names(const std::optional<Bytes>& after, size_t fields_max) {
  return scan_sub_members(key_, after, fields_max);
}

std::optional<Bytes> CountedHash::last_name() {
  return last_sub_row(key_);
}

std::optional<std::vector<Bytes>> CountedHash::names_at(std::span<const uint64_t> ranks) {
  return sub_members_at(key_, ranks);
}

}  // namespace keemun::encodings
