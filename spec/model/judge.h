// Whether an observed reply is the expected one, as far as Redis promises it.
//
// The observed reply may come from a RESP2 or a RESP3 connection, or from a client library that
// knows one null only; what the expected reply holds says how it is read. Maps and sets have no
// order of their own.
#pragma once

#include "model/call.h"
#include "resp/reply.h"

namespace keemun::model {

bool same_reply(const Reply& expected, const Reply& observed, Order order = Order::kAsIs,
                int64_t slack_ms = 0);

// Whether this is a scan's reply that holds nothing but elements of `whole`, each `width` items
// wide.
bool is_part_of_scan(const Reply& reply, const Reply::Items& whole, size_t width);

}  // namespace keemun::model
