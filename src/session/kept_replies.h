// The replies of a transaction, until EXEC answers them: of a client that is closed for being owed
// so much no more than the host needs to see that.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "resp/encoder.h"
#include "session/core.h"

namespace keemun::session {

class KeptReplies {
 public:
  KeptReplies(const Core& core, const commands::Connection& connection) {
    if (core.extension != nullptr) bytes_max_ = core.extension->reply_bytes_max(connection);
  }

  void add(resp::Reply reply) {
    if (bytes_max_) {
      if (bytes_ >= *bytes_max_) return;
      bytes_ += resp::text_bytes(reply);
    }
    replies_.push_back(std::move(reply));
  }
  resp::Reply take() { return resp::Reply::array(std::move(replies_)); }

 private:
  std::optional<size_t> bytes_max_;
  size_t bytes_ = 0;
  resp::Reply::Items replies_;
};

}  // namespace keemun::session
