// A string of the ardb family: the value stands in the meta row itself.
#pragma once

#include <utility>

#include "base/bytes.h"
#include "format/ardb_value.h"
#include "ports/rows.h"
#include "types/string_store.h"

namespace keemun::encodings {

class ArdbString final : public types::StringStore {
 public:
  // `meta` is the meta row's value; a key that is new has one whose element is an empty string.
  ArdbString(ports::Rows& rows, Bytes meta_row, format::ArdbValue meta)
      : rows_(rows),
        meta_row_(std::move(meta_row)),
        meta_(std::move(meta)),
        value_(format::ardb_text_of(meta_.elements[0])) {}

  const Bytes& value() override { return value_; }
  void set(Bytes value) override;

 private:
  ports::Rows& rows_;
  const Bytes meta_row_;
  format::ArdbValue meta_;
  Bytes value_;
};

}  // namespace keemun::encodings
