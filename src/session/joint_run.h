// Commands that are one unit of work: those of a transaction, or of a script. Each of them sees
// what those before it have written; all of it is committed at once or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "keyspace/unit/pending_store.h"
#include "ports/kv_store.h"
#include "session/command_run.h"
#include "session/core.h"
#include "session/handler_call.h"
#include "session/key_visit.h"

namespace keemun::session {

class JointRun {
 public:
  // The core and the asides outlive it.
  JointRun(Core& core, const KeyVisit& visit, int64_t now_ms, Asides& asides)
      : core_(core),
        now_ms_(now_ms),
        asides_(asides),
        pending_(core.store, core.settings.table_hash),
        database_order_(core.database_order) {
    pending_.expect(visit.expectations());
    pending_.remember_counts();
  }

  // Of a command that has a handler. Throws StoreError where all of them together would write more
  // than the store takes at once: then none of them may.
  Outcome run(const commands::Command& command, std::span<const BytesView> args,
              commands::Connection& connection);

  // Of one of the host's, which has none. What it throws becomes its reply.
  resp::Reply run_by_host(const commands::Command& command, std::span<const BytesView> args,
                          commands::Connection& connection);

  // The libraries of functions that the next one sees.
  const scripts::LibraryShelfRef& libraries();

  bool has_writes() const { return pending_.has_writes(); }
  void commit() { pending_.flush(); }
  // Once that is done.
  void publish() const;

 private:
  // What the next command reads.
  ports::KvStore& store();
  void keep(Changes changes);

  Core& core_;
  const int64_t now_ms_;
  Asides& asides_;
  keyspace::PendingStore pending_;
  DatabaseOrder database_order_;
  scripts::LibraryShelfRef libraries_;  // none: the core's
  std::vector<Changes> changes_;
  PendingKeysByPlace pending_keys_;  // by them
  size_t held_bytes_ = 0;            // of what is to be said among them
};

}  // namespace keemun::session
