// Replies and requests as the bytes of the protocol, appended to the caller's buffer; nothing else
// is allocated. RESP2 gets each reply in its resp2_form(), RESP3 in its own.
//
// A status or error is one line, so CR and LF inside become blanks, as in Redis.
//
//   kind          RESP2        RESP3           kind          RESP2        RESP3
//   status        +OK          +OK             null          $-1          _
//   error         -ERR x       -ERR x          null array    *-1          _
//   integer       :1           :1              double        $3 1.5       ,1.5
//   bulk          $3 abc       $3 abc          boolean       :1           #t
//   array         *n           *n              big number    $3 123       (123
//   map           *2n          %n              verbatim      $2 ab        =6 txt:ab
//   set           *n           ~n              push          *n           >n
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "resp/reply.h"

namespace keemun::resp {

enum class Protocol : uint8_t { kResp2 = 2, kResp3 = 3 };

void encode(const Reply& reply, Protocol protocol, Bytes& out);

// Of an array, a map, a set or a push what stands in front of its items.
void encode_head(const Reply& aggregate, Protocol protocol, Bytes& out);

// Its texts alone: its encoding has no fewer bytes.
size_t text_bytes(const Reply& reply);

// A request as an array of bulks, the form RequestParser and every Redis server read.
void encode_request(std::span<const BytesView> arguments, Bytes& out);

}  // namespace keemun::resp
