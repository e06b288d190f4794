// Moves bytes between the sockets of clients and their buffers: one client's, or those of many at
// once, which several threads then share. Whatever else a client is waits for the caller: what was
// moved stands in the client until that looks at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "server/client.h"
#include "server/work_sharing.h"

namespace keemun::server {

class Transfers {
 public:
  // As many threads as the setting says, with the caller's.
  explicit Transfers(int64_t io_threads);

  // What a client sent goes into its parser.
  static void receive(Client& client);
  // Replies that may leave, as many as the client takes.
  static void send(Client& client);

  // Of so many clients.
  bool is_worth_sharing(size_t client_count) const;
  // Calls `work` with the number of each.
  void share(size_t client_count, const std::function<void(size_t)>& work) {
    sharing_.each(client_count, work);
  }

  bool has_helpers() const { return sharing_.helper_count() > 0; }
  size_t thread_count() const { return sharing_.helper_count() + 1; }

 private:
  WorkSharing sharing_;
};

}  // namespace keemun::server
