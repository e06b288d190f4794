// Moves bytes between the sockets of clients and their buffers: one client's, or those of many at
// once, which several threads then share. Whatever else a client is waits for the caller: what was
// moved stands in the client until that looks at it.
#pragma once

#include <cstddef>
#include <span>

#include "server/client.h"
#include "server/work_sharing.h"

namespace keemun::server {

class Transfers {
 public:
  // Threads in all, with the caller's. 0: as the machine has cores, with fewer than four no helper.
  explicit Transfers(size_t thread_count);

  // What a client sent goes into its parser.
  static void receive(Client& client);
  // Replies that may leave, as many as the client takes.
  static void send(Client& client);

  // The same of different clients; of how many. Where it is not worth it to share them, of none.
  size_t receive_ahead(std::span<Client* const> clients) { return share(clients, receive); }
  size_t send_ahead(std::span<Client* const> clients) { return share(clients, send); }

  bool has_helpers() const { return sharing_.helper_count() > 0; }
  size_t thread_count() const { return sharing_.helper_count() + 1; }

 private:
  size_t share(std::span<Client* const> clients, void (*transfer)(Client& client));

  WorkSharing sharing_;
};

}  // namespace keemun::server
