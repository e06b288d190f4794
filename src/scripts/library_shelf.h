// All libraries of functions at one moment. A change makes another shelf, on which everything else
// stands as before: whoever goes by the old one is not disturbed.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "base/bytes.h"
#include "scripts/function_library.h"

namespace keemun::scripts {

class LibraryShelf {
 public:
  // One that is known, and could not be loaded, has no library behind its text.
  struct Entry {
    Bytes code;
    std::shared_ptr<FunctionLibrary> library;
  };
  using Entries = std::map<Bytes, Entry, std::less<>>;

  const Entries& entries() const { return entries_; }
  bool has(BytesView name) const { return entries_.contains(name); }

  struct Found {
    std::shared_ptr<FunctionLibrary> library;  // null: there is no such function
    const Function* function = nullptr;
  };
  // In any case of its letters.
  Found find_function(BytesView name) const;

  // In the place of one of that name. Throws CommandError, and changes nothing, where another one
  // has a function of the same name.
  void put(std::shared_ptr<FunctionLibrary> library);
  void put_unloaded(Bytes name, Bytes code);
  void erase(BytesView name);

  size_t library_count() const { return entries_.size(); }
  size_t function_count() const { return functions_.size(); }
  // What their texts take.
  size_t byte_count() const;
  size_t interpreter_bytes() const;

 private:
  Entries entries_;
  std::map<Bytes, Found, std::less<>> functions_;  // by name, in lower case
};

using LibraryShelfRef = std::shared_ptr<const LibraryShelf>;

}  // namespace keemun::scripts
