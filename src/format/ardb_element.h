// One typed element of Ardb's keys and values, and the bytes in which Ardb itself writes it.
//
//   nil      00
//   int      01 zigzag varint
//   double   02 zigzag varint of the bits of IEEE 754, read as an int64
//   string   04 varint of the length, the bytes
//
// These bytes do not sort: ardb_ordered_form.h has those that do. Varints are LEB128, low seven
// bits first; only the shortest form is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/integer_codec.h"

namespace keemun::format {

using ArdbNil = std::monostate;
using ArdbElement = std::variant<ArdbNil, int64_t, double, Bytes>;
using ArdbElements = std::vector<ArdbElement>;

// Of a key or a value: their number is one byte.
inline constexpr size_t kArdbElementsMax = 255;

// An int or a double.
bool is_ardb_number(const ArdbElement& element);

// What a client's bytes become where Ardb tries an int: the text of an int64 as Redis prints it is
// that int, anything else a string.
ArdbElement ardb_element_of(BytesView text);
// What a client reads; nothing of a nil.
Bytes ardb_text_of(const ArdbElement& element);

void append_ardb_uint(Bytes& out, uint64_t value);
void append_ardb_int(Bytes& out, int64_t value);
void append_ardb_string(Bytes& out, BytesView bytes);
void append_ardb_element(Bytes& out, const ArdbElement& element);
// Their number, then each.
void append_ardb_elements(Bytes& out, const ArdbElements& elements);

// None if the rest does not begin with one; the reader then stands anywhere.
std::optional<uint64_t> read_ardb_uint(ByteReader& reader);
std::optional<int64_t> read_ardb_int(ByteReader& reader);
std::optional<BytesView> read_ardb_counted(ByteReader& reader);  // length, then the bytes
std::optional<ArdbElement> read_ardb_element(ByteReader& reader);
std::optional<ArdbElements> read_ardb_elements(ByteReader& reader);

}  // namespace keemun::format
