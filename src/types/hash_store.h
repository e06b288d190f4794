// A hash, whoever keeps it. Opened for one key by the keyspace, used by one command, then dropped;
// writes are queued in the unit of work that opened it and seen by its own reads.
//
// Fields given to one call are distinct: the caller has folded repeats. A store that becomes empty
// takes its key with it; one that was opened for creation makes its key with the first field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "types/changed.h"

namespace keemun::types {

struct FieldView {
  BytesView field;
  BytesView value;
};

struct Field {
  Bytes field;
  Bytes value;
};

class HashStore {
 public:
  virtual ~HashStore() = default;

  virtual Changed put(std::span<const FieldView> fields) = 0;
  // True when the field was not there. Exact in every encoding.
  virtual bool put_if_absent(FieldView field) = 0;
  // Of fields that the caller knows to be there, or not: so many of them are new. Composed from
  // put(); a store that reads in that overrides it.
  virtual void put_known(std::span<const FieldView> fields, int64_t added);
  virtual Changed erase(std::span<const BytesView> fields) = 0;

  virtual std::optional<Bytes> get(BytesView field) = 0;
  // As many answers as fields, in their order.
  virtual std::vector<std::optional<Bytes>> get_many(std::span<const BytesView> fields) = 0;
  virtual int64_t size() = 0;
  // size() where it costs nothing; none where the fields would have to be counted.
  virtual std::optional<int64_t> size_if_known() { return std::nullopt; }

  // Up to fields_max fields behind `after` (from the first where there is none), in field order;
  // fewer than fields_max only at the end.
  virtual std::vector<Field> scan(const std::optional<Bytes>& after, size_t fields_max) = 0;

  // The names at these places of that order, which do not fall and are below size(); none where
  // much would have to be read for it.
  virtual std::optional<std::vector<Bytes>> names_at(std::span<const uint64_t>) {
    return std::nullopt;
  }

  // Composed from scan(); a store that knows better overrides them. Every field in field order; the
  // names that scan() would answer, without their values; the name of the last field.
  virtual std::vector<Field> load_all();
  virtual std::vector<Bytes> scan_names(const std::optional<Bytes>& after, size_t fields_max);
  virtual std::optional<Bytes> last_name();
};

}  // namespace keemun::types
