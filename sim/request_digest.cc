#include "sim/request_digest.h"

#include <bit>

#include "base/hash.h"

namespace keemun::sim {

using resp::Reply;

namespace {

uint64_t with_reply(uint64_t digest, const Reply& reply) {
  digest = hash_draw(digest, static_cast<uint64_t>(reply.kind()), reply.items().size());
  digest = hash_draw(digest, static_cast<uint64_t>(reply.integer()),
                     std::bit_cast<uint64_t>(reply.number()));
  for (const Reply& item : reply.items()) digest = with_reply(digest, item);
  return hash_bytes(reply.text(), digest);
}

}  // namespace

uint64_t with_request(uint64_t digest, uint32_t client, const plan::Args& args,
                      const Reply& reply) {
  digest = hash_draw(digest, client, args.size());
  for (const Bytes& arg : args) digest = hash_bytes(arg, digest);
  return with_reply(digest, reply);
}

}  // namespace keemun::sim
