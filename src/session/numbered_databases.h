// Handlers know databases by their numbers; where SELECT, MOVE and COPY may be given the name of a
// namespace, their words are made so before the handler reads them.
//
// A word that is the text of an int64 is a number, as in Redis, and means a configured database or
// none; whatever else is a name, which is opened. SWAPDB takes numbers only.
#pragma once

#include <list>
#include <vector>

#include "base/bytes.h"
#include "commands/call.h"
#include "session/core.h"

namespace keemun::session {

class NumberedDatabases {
 public:
  // Replaces words of `call` by what this holds, where they name a database; the call ends first.
  // Throws CommandError for what is no name, StoreError if the store does not say whether it is.
  NumberedDatabases(Core& core, commands::Call& call);
  NumberedDatabases(const NumberedDatabases&) = delete;
  NumberedDatabases& operator=(const NumberedDatabases&) = delete;

 private:
  // Whether the word now stands for a database that there is.
  bool replace(Core& core, commands::Call& call, size_t index, bool takes_names);

  std::list<Bytes> numbers_;
  std::vector<BytesView> args_;
};

}  // namespace keemun::session
