// What the encodings of a hash do alike with its rows.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "encodings/open_key.h"
#include "types/hash_store.h"

namespace keemun::encodings {

void put_fields(OpenKey& key, std::span<const types::FieldView> fields, ports::WasThere were_there);
std::vector<types::Field> scan_fields(const OpenKey& key, const std::optional<Bytes>& after,
                                      size_t fields_max);

}  // namespace keemun::encodings
