#include "encodings/hash/blind_hash.h"

#include "encodings/hash/hash_rows.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using types::Changed;
using types::Field;
using types::FieldView;

namespace {

int64_t count_of(size_t size) {
  return static_cast<int64_t>(size);
}

}  // namespace

Changed BlindHash::put(std::span<const FieldView> fields) {
  const bool is_exact = !key_.exists();
  put_fields(key_, fields, ports::WasThere::kUnknown);
  key_.ensure_exists();
  return {count_of(fields.size()), is_exact};
}

bool BlindHash::put_if_absent(FieldView field) {
  if (read_sub_row(key_, field.field)) return false;
  put_fields(key_, {&field, 1}, ports::WasThere::kNo);
  key_.ensure_exists();
  return true;
}

Changed BlindHash::erase(std::span<const BytesView> fields) {
  if (!key_.exists()) return {0, true};
  for (const BytesView field : fields) {
    key_.rows().erase(key_.generation().sub_key(field), ports::Stage::kErase);
  }
  if (!has_sub_rows(key_)) key_.drop();
  return {count_of(fields.size()), false};
}

std::optional<Bytes> BlindHash::get(BytesView field) {
  return read_sub_row(key_, field);
}

std::vector<std::optional<Bytes>> BlindHash::get_many(std::span<const BytesView> fields) {
  return read_sub_rows(key_, fields);
}

int64_t BlindHash::size() {
  return count_sub_rows(key_);
}

std::vector<Field> BlindHash::scan(const std::optional<Bytes>& after, size_t fields_max) {
  return scan_fields(key_, after, fields_max);
}

std::vector<Bytes> BlindHash::scan_names(const std::optional<Bytes>& after, size_t fields_max) {
  return scan_sub_members(key_, after, fields_max);
}

std::optional<Bytes> BlindHash::last_name() {
  return last_sub_row(key_);
}

}  // namespace keemun::encodings
