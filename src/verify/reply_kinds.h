// Whether a reply came in the kinds that the protocol has for it: a map where Redis answers by a
// map, each null as the null that it is. What the parts say is for others to compare.
#pragma once

#include "resp/reply.h"

namespace keemun::verify {

// `expected` is a reply before anybody has decided between RESP2 and RESP3, `observed` one from the
// wire. Both say the same; a null in the place of something else has been found right by others.
bool has_kinds_of(const resp::Reply& expected, const resp::Reply& observed, int protocol);

// What a reply is for who reads it, in a word.
Bytes kind_name(const resp::Reply& reply);

}  // namespace keemun::verify
