// Ardb's keys in bytes whose memcmp order is the order that Ardb means (ardb_order.h), so that any
// ordered store can keep them. spec/encodings/ardb.md, "The ordered form".
//
//   +-------+-----------+-----+------+-------+----------+
//   | 61 23 | namespace | key | type | count | elements |
//   +-------+-----------+-----+------+-------+----------+
//
//   namespace, key   sortable strings: each 00 as 00 FF, then 00 00
//   nil              00
//   number           01, floor, rest
//   string           04, sortable string
//
// floor is the largest double that is not above the number, as an ordered double; rest is two
// bytes: what an int has above it, doubled; 1 for a double. The rows of one key stand together, its
// meta row first.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/ardb_element.h"
#include "format/ardb_key.h"
#include "format/key_range.h"

namespace keemun::format {

// What every row of the family begins with, in every namespace.
inline constexpr BytesView kArdbRowHead = "a#";

void append_sortable_string(Bytes& out, BytesView bytes);
void append_sortable_int(Bytes& out, int64_t number);
void append_sortable_double(Bytes& out, double number);  // not NaN; a negative zero is zero
void append_sortable_name(Bytes& out, BytesView bytes);  // a string as an element
void append_sortable_element(Bytes& out, const ArdbElement& element);
// None if the rest does not begin with one; the reader then stands anywhere.
std::optional<ArdbElement> read_sortable_element(ByteReader& reader);

// A row up to its elements, as many as said, which the caller appends: what takes `element_bytes`
// or a little more has room.
Bytes begin_ordered_ardb_key(BytesView namespace_name, BytesView key, ArdbType type, size_t count,
                             size_t element_bytes);
// No element of the key is NaN.
Bytes encode_ordered_ardb_key(const ArdbKey& key);
// None unless `row` is what the above makes of some key.
std::optional<ArdbKey> decode_ordered_ardb_key(BytesView row);

// Whether it is the meta row of some key.
bool is_ardb_meta_row(BytesView row);

// Every row of a namespace; of a key in it.
KeyRange ardb_namespace_rows(BytesView namespace_name);
KeyRange ardb_key_rows(BytesView namespace_name, BytesView key);
// The rows of the key that `row`, which may be cut off anywhere, belongs to; none where it is cut
// before the key ends.
std::optional<KeyRange> ardb_key_rows_around(BytesView row);

}  // namespace keemun::format
