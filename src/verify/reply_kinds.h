// In which kinds a reply comes: a map where Redis answers by a map, each null as the null that it
// is. What the parts say is for others to compare.
#pragma once

#include "resp/reply.h"

namespace keemun::verify {

// A reply as a client of that protocol, 2 or 3, reads it.
resp::Reply on_wire(resp::Reply reply, int protocol);

// Whether two replies from the wire that say the same do so in the same kinds.
bool are_of_same_kinds(const resp::Reply& expected, const resp::Reply& observed);

// What a reply is for who reads it, in a word.
Bytes kind_name(const resp::Reply& reply);

}  // namespace keemun::verify
