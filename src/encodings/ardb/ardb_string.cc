#include "encodings/ardb/ardb_string.h"

namespace keemun::encodings {

void ArdbString::set(Bytes value) {
  value_ = std::move(value);
  meta_.elements = {format::ardb_element_of(value_)};
  rows_.put(meta_row_, format::encode_ardb_value(meta_), ports::Stage::kMetaLast);
}

}  // namespace keemun::encodings
