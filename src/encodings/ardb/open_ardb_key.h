// One key of the ardb family as the store of its type holds it: its meta and where its rows stand.
// The only place that writes metas of collections of this family.
//
// Rows carry no version, so whoever takes the last element has erased all rows before the key is
// dropped: what it left would come back with the next key of that name.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/stream_id.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/key_range.h"
#include "ports/rows.h"

namespace keemun::encodings {

// Erases the rows of a run within the batch of the unit: one by one where they are few.
void erase_ardb_rows(ports::Rows& rows, const format::KeyRange& range);

class OpenArdbKey {
 public:
  // Which key of which namespace.
  struct Place {
    BytesView namespace_name;
    BytesView key;
  };

  // `meta` is what the store holds, or, for a key that does not exist, the one of its type without
  // elements. `rows` outlives the open key.
  OpenArdbKey(ports::Rows& rows, const Place& place, format::ArdbValue meta, bool exists);

  ports::Rows& rows() const { return rows_; }
  const format::ArdbRows& names() const { return names_; }
  bool exists() const { return exists_; }
  // Of a key that counts its elements.
  int64_t size() const { return exists_ ? meta_.meta.size : 0; }
  bool is_counted() const { return meta_.meta.size != format::kArdbSizeUnknown; }

  // Of a list that exists.
  const format::ArdbElement& first_index() const { return meta_.elements[0]; }
  const format::ArdbElement& last_index() const { return meta_.elements[1]; }
  bool is_sequential() const { return meta_.meta.is_sequential; }

  // Of a stream, which may be new: the last id that was ever given, and the names of fields that
  // entries have which do not say their own.
  StreamId last_id() const;
  const format::ArdbElements& field_names() const { return meta_.elements; }

  // The size is now this much larger, or smaller; makes the key, or drops it at zero. Ardb counts
  // too few at times, so where nothing is left to count it is the rows that are counted; those that
  // were removed are erased by then. Bounds that it has put into the meta of a set may hold no
  // more, and go.
  void resize(int64_t added);
  // Elements were put into a key that does not count them: makes it unless it is there. Bounds go.
  void ensure_exists();
  // As resize(), with the bounds of a list that is not empty.
  struct ListBounds {
    format::ArdbElement first;
    format::ArdbElement last;
    bool is_sequential = true;
  };
  void resize_list(int64_t added, ListBounds bounds);
  // A stream, which may be without entries: it is made if it is not there.
  void set_stream(int64_t size, const StreamId& last_id, format::ArdbElements field_names);
  // The meta goes, and with it its row in the index of expiry.
  void drop();

  // Ends the command with "ERR corrupt key ...".
  [[noreturn]] void throw_corrupt(BytesView what) const;

 private:
  int64_t elements_left() const;

  ports::Rows& rows_;
  const Bytes namespace_name_;
  const Bytes key_;
  const format::ArdbRows names_;
  format::ArdbValue meta_;
  bool exists_;
};

}  // namespace keemun::encodings
