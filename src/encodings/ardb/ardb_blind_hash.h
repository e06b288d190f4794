// A hash of the ardb family that does not count its fields: its meta says that the size is not
// known. put() and erase() write without reading and answer how many fields they were given; the
// state is always exact, and so are put_if_absent() and size(), which counts the rows.
#pragma once

#include <span>

#include "encodings/ardb/ardb_hash.h"

namespace keemun::encodings {

class ArdbBlindHash final : public ArdbHash {
 public:
  using ArdbHash::ArdbHash;

  types::Changed put(std::span<const types::FieldView> fields) override;
  void put_known(std::span<const types::FieldView> fields, int64_t added) override;
  types::Changed erase(std::span<const BytesView> fields) override;
  int64_t size() override;
  std::optional<int64_t> size_if_known() override { return std::nullopt; }
};

}  // namespace keemun::encodings
