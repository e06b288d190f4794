// Draws for the laws of the ardb family: keys that are prefixes of each other, embedded zeros,
// numbers at the edges of int64, around 2^53 and at both zeros.
#pragma once

#include <rapidcheck.h>

#include "format/ardb_key.h"
#include "format/ardb_value.h"

namespace keemun::format {

ArdbElement draw_ardb_number();
ArdbElement draw_ardb_element();  // never NaN
// Often a number that is next to the given one, as an int or as a double.
ArdbElement draw_ardb_element_near(const ArdbElement& element);
ArdbKey draw_ardb_key();
ArdbValue draw_ardb_value();

// As the ordered form keeps it, which has one zero.
ArdbKey with_one_zero(ArdbKey key);

}  // namespace keemun::format
