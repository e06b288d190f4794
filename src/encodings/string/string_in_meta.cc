#include "encodings/string/string_in_meta.h"

namespace keemun::encodings {

void StringInMeta::set(Bytes value) {
  value_ = std::move(value);
  rows_.put(meta_key_, format::encode_string_meta(meta_, value_), ports::Stage::kMetaLast);
}

}  // namespace keemun::encodings
