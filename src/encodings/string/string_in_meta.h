// string version 0: the value stands in the meta row itself.
#pragma once

#include <utility>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/key_meta.h"
#include "ports/rows.h"
#include "types/string_store.h"

namespace keemun::encodings {

class StringInMeta final : public types::StringStore {
 public:
  // A string has no rows of its own, so it needs no OpenKey.
  StringInMeta(ports::Rows& rows, Bytes meta_key, const format::KeyMeta& meta, Bytes value)
      : rows_(rows), meta_key_(std::move(meta_key)), meta_(meta), value_(std::move(value)) {}

  const Bytes& value() override { return value_; }
  void set(Bytes value) override;

 private:
  ports::Rows& rows_;
  Bytes meta_key_;
  format::KeyMeta meta_;
  Bytes value_;
};

}  // namespace keemun::encodings
