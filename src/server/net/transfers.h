// Moves bytes between the sockets of clients and their buffers. Whatever else a client is waits for
// the caller: what was moved stands in the client until that looks at it.
#pragma once

#include "server/client.h"

namespace keemun::server {

// What a client sent goes into its parser.
void receive_from(Client& client);
// Replies that may leave, as many as the client takes.
void send_to(Client& client);

}  // namespace keemun::server
