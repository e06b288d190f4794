#include "server/requests/answer_in_pieces.h"

namespace keemun::server {

namespace {

template <typename Use>
void for_each_in_slices(resp::Reply::Items& items, Use&& use) {
  constexpr size_t kItemsAtOnce = 256;
  size_t count = 0;
  for (resp::Reply& item : items) {
    use(item);
    if (++count % kItemsAtOnce == 0) TimeSlice::look();
  }
}

}  // namespace

void encode_in_pieces(resp::Reply& reply, resp::Protocol protocol,
                      TimeSlice::Clock::duration slice_length, Bytes& out) {
  if (!reply.is_aggregate()) return resp::encode(reply, protocol, out);
  const TimeSlice slice(TimeSlice::Clock::now(), slice_length);
  // A text that grows as it is written is twice as large for a while, and beside its copy.
  constexpr size_t kBytesBesideText = 16;
  size_t bytes = 0;
  for_each_in_slices(reply.items(), [&](const resp::Reply& item) {
    bytes += resp::text_bytes(item) + kBytesBesideText;
  });
  out.reserve(bytes);
  resp::encode_head(reply, protocol, out);
  for_each_in_slices(reply.items(), [&](resp::Reply& item) {
    resp::encode(item, protocol, out);
    item = resp::Reply();
  });
}

}  // namespace keemun::server
