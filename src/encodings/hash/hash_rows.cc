#include "encodings/hash/hash_rows.h"

#include <utility>

#include "encodings/sub_rows.h"

namespace keemun::encodings {

void put_fields(OpenKey& key, std::span<const types::FieldView> fields,
                ports::WasThere were_there) {
  for (const types::FieldView& field : fields) {
    key.rows().put(key.generation().sub_key(field.field), Bytes(field.value), ports::Stage::kPut,
                   were_there);
  }
}

std::vector<types::Field> scan_fields(const OpenKey& key, const std::optional<Bytes>& after,
                                      size_t fields_max) {
  std::vector<ports::Row> rows = scan_sub_rows(key, after, fields_max, ports::Values::kWhole);
  std::vector<types::Field> fields;
  fields.reserve(rows.size());
  for (ports::Row& row : rows) {
    fields.push_back({std::move(row.key), std::move(row.value)});
  }
  return fields;
}

}  // namespace keemun::encodings
