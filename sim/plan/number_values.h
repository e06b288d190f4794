// The numbers that commands are given: integers, scores, ranks, offsets and places on the globe,
// each with its usual values and with texts that are nearly one.
#pragma once

#include "plan/grammar.h"

namespace keemun::plan {

Bytes integer(ValueContext& context);
Bytes edge_integer(ValueContext& context);
Bytes float_number(ValueContext& context);
Bytes edge_float(ValueContext& context);

// Of a range the one or the other, which is mostly `end` or a number.
Bytes score_bound(ValueContext& context, BytesView end);
Bytes rank(ValueContext& context);
Bytes count(ValueContext& context);
// Negative means with repeats; never so many that the reply becomes a burden.
Bytes sample_count(ValueContext& context);

// Offsets stay so small that no server makes a string of many megabytes.
Bytes byte_offset(ValueContext& context);
Bytes bit_offset(ValueContext& context);
Bytes field_offset(ValueContext& context);
Bytes field_type(ValueContext& context);
Bytes bit(ValueContext& context);

// Places near each other and far away, at the ends of the world and close to them. Few, so that
// members meet and stand equally far from others.
Bytes longitude(ValueContext& context);
Bytes latitude(ValueContext& context);
// Of a radius or of a side, from nothing to more than there is.
Bytes length(ValueContext& context);
Bytes length_unit(ValueContext& context);

}  // namespace keemun::plan
