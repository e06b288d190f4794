// A reply of many items is encoded while others come in between.
#pragma once

#include "base/bytes.h"
#include "resp/encoder.h"
#include "resp/reply.h"
#include "server/requests/time_slice.h"

namespace keemun::server {

// On a fiber, in slices of this length. Its items are forgotten one after another, for that
// takes long too.
void encode_in_pieces(resp::Reply& reply, resp::Protocol protocol,
                      TimeSlice::Clock::duration slice_length, Bytes& out);

}  // namespace keemun::server
