#include "sim/request_digest.h"

#include <bit>

#include "base/hash.h"

namespace keemun::sim {

using resp::Reply;

namespace {

uint64_t with_reply(uint64_t digest, const Reply& reply) {
  constexpr int kKindBits = 8;
  const uint64_t shape = reply.items().size() << kKindBits | static_cast<uint64_t>(reply.kind());
  // An integer has no number beside it.
  const uint64_t number =
      static_cast<uint64_t>(reply.integer()) ^ std::bit_cast<uint64_t>(reply.number());
  digest = hash_draw(digest, shape, number);
  for (const Reply& item : reply.items()) digest = with_reply(digest, item);
  return reply.text().empty() ? digest : hash_bytes(reply.text(), digest);
}

}  // namespace

uint64_t with_request(uint64_t digest, uint32_t client, const plan::Args& args,
                      const Reply& reply) {
  digest = hash_draw(digest, client, args.size());
  for (const Bytes& arg : args) digest = hash_bytes(arg, digest);
  return with_reply(digest, reply);
}

}  // namespace keemun::sim
