#include "server/requests/answer_in_pieces.h"

namespace keemun::server {

void encode_in_pieces(resp::Reply& reply, resp::Protocol protocol,
                      TimeSlice::Clock::duration slice_length, Bytes& out) {
  if (!reply.is_aggregate()) return resp::encode(reply, protocol, out);
  constexpr size_t kItemsAtOnce = 256;
  const TimeSlice slice(TimeSlice::Clock::now(), slice_length);
  resp::encode_head(reply, protocol, out);
  size_t count = 0;
  for (resp::Reply& item : reply.items()) {
    resp::encode(item, protocol, out);
    item = resp::Reply();
    if (++count % kItemsAtOnce == 0) TimeSlice::look();
  }
}

}  // namespace keemun::server
