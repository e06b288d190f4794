// A client as CLIENT LIST shows it, and the clients that CLIENT KILL and CLIENT LIST mean.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "server/client.h"
#include "server/state.h"

namespace keemun::server {

// "normal" or "pubsub": Redis' classes of clients, as far as there are any here.
BytesView client_type(const Client& client);

// One line with its newline.
Bytes client_line(State& state, Client& client);

// Throws CommandError for a name that cannot stand in such a line.
void check_client_name(BytesView name);

struct ClientFilter {
  std::optional<BytesView> address;
  std::optional<BytesView> local_address;
  std::optional<BytesView> type;
  std::optional<BytesView> user;
  std::optional<uint64_t> id;

  bool matches(const Client& client) const;
};

}  // namespace keemun::server
