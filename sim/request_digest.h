// One number for all that clients asked and were told, so that two runs can be compared.
#pragma once

#include <cstdint>

#include "plan/plan.h"
#include "resp/reply.h"

namespace keemun::sim {

// `digest` with one more request and its reply.
uint64_t with_request(uint64_t digest, uint32_t client, const plan::Args& args,
                      const resp::Reply& reply);

}  // namespace keemun::sim
