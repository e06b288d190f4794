// The order of Ardb's keys: as its comparator has it, defects included, and as it is meant.
//
// Both: namespace, then the user's key as bytes, then the type; meta rows stop there; then the
// number of elements, then the elements from the left: nil before numbers before strings, numbers
// by value, strings as bytes.
//
// Where the comparator is wrong (so that a tree built with it can lose rows), and what is meant:
//   1. Two ints are compared by the sign of their difference, which overflows: -9223372036854775807
//      stands behind 5. Meant: by value.
//   2. An int and a double are compared as doubles: 2^53 and 2^53 + 1 both equal 2^53 as a double,
//      though one is before the other. Meant: by exact value.
//   3. A NaN equals every number. Meant: it stands in no key.
//   4. An int and a double of one value are equal though their bytes differ. Meant: the int first.
//      The two zeros of doubles are one number.
#pragma once

#include <compare>

#include "format/ardb_element.h"
#include "format/ardb_key.h"

namespace keemun::format {

// As Ardb compares: negative, zero or positive.
int ardb_comparison(const ArdbElement& a, const ArdbElement& b);
int ardb_comparison(const ArdbKey& a, const ArdbKey& b);

// As it is meant: a total order of everything without NaN.
std::strong_ordering ardb_order(const ArdbElement& a, const ArdbElement& b);
std::strong_ordering ardb_order(const ArdbKey& a, const ArdbKey& b);

}  // namespace keemun::format
