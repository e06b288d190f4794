// What a client is about to read, as far as it is named: by the request that has to wait for the
// disk, and by those that the client has sent behind it.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "server/client.h"

namespace keemun::server {

// `args` are the request that its parser gave last, or one that was given before and waits.
std::vector<Bytes> rows_ahead(const Client& client, std::span<const BytesView> args);

}  // namespace keemun::server
