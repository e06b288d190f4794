// The scripts that are known by their digest. Nothing of it outlives the process.
//
// Belongs to one core; not synchronized.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/bytes.h"
#include "base/hash.h"
#include "resp/reply.h"
#include "scripts/interpreters.h"
#include "scripts/script.h"

namespace keemun::scripts {

class ScriptLibrary {
 public:
  using Known = std::shared_ptr<const Script>;

  explicit ScriptLibrary(std::shared_ptr<Interpreters> interpreters)
      : interpreters_(std::move(interpreters)) {}

  // From now on it is known. Throws CommandError where it is no script.
  Known add(BytesView text);
  // Null where nobody has added it. Digits may be of either case.
  Known find(BytesView digest) const;
  // All are unknown, and what they have left in memory is gone.
  void clear();

  size_t size() const { return scripts_.size(); }
  size_t byte_count() const { return byte_count_; }  // of their texts
  // What interpreters hold.
  size_t interpreter_bytes() const { return interpreters_->byte_count(); }

  // Where the chance of all that is run stands, functions too.
  ScriptChance& chance() { return chance_; }

  resp::Reply run(const Script& script, std::span<const BytesView> keys,
                  std::span<const BytesView> arguments, ScriptHost& host);

 private:
  std::unordered_map<Bytes, Known, TableHash, std::equal_to<>> scripts_;  // order never seen
  size_t byte_count_ = 0;
  ScriptChance chance_;
  std::shared_ptr<Interpreters> interpreters_;
};

}  // namespace keemun::scripts
