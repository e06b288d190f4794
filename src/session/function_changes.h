// The libraries of functions, as one command sees and changes them in its unit of work.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/function/functions.h"
#include "keyspace/unit/unit_of_work.h"
#include "scripts/library_shelf.h"
#include "session/core.h"

namespace keemun::session {

class FunctionChanges final : public commands::Functions {
 public:
  // Begins with what the shelf holds; where there is none, with the core's.
  FunctionChanges(Core& core, keyspace::UnitOfWork& unit, scripts::LibraryShelfRef shelf)
      : core_(core), unit_(unit), shelf_(std::move(shelf)) {}

  // The libraries as they are by now; null where nothing has changed.
  const scripts::LibraryShelfRef& changed() const { return changed_; }

  std::vector<commands::LibrarySummary> libraries() override;
  Bytes load(BytesView code, bool replaces) override;
  void erase(BytesView name) override;
  void clear() override;
  void restore(std::span<const Bytes> codes, Policy policy) override;

 private:
  const scripts::LibraryShelf& shelf();
  void change(scripts::LibraryShelf shelf);
  void put_row(BytesView name, BytesView code);
  void erase_row(BytesView name);

  Core& core_;
  keyspace::UnitOfWork& unit_;
  scripts::LibraryShelfRef shelf_;
  scripts::LibraryShelfRef changed_;
};

}  // namespace keemun::session
