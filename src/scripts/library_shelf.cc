#include "scripts/library_shelf.h"

#include <utility>

#include "base/ascii.h"
#include "base/command_error.h"

namespace keemun::scripts {

LibraryShelf::Found LibraryShelf::find_function(BytesView name) const {
  const auto found = functions_.find(ascii_lower(name));
  return found == functions_.end() ? Found() : found->second;
}

void LibraryShelf::put(std::shared_ptr<FunctionLibrary> library) {
  for (const Function& function : library->functions()) {
    const auto other = functions_.find(ascii_lower(function.name));
    if (other == functions_.end() || other->second.library->name() == library->name()) continue;
    throw CommandError("ERR Function " + function.name + " already exists");
  }
  erase(library->name());
  for (const Function& function : library->functions()) {
    functions_[ascii_lower(function.name)] = {library, &function};
  }
  const Bytes& name = library->name();
  entries_[name] = {library->code(), std::move(library)};
}

void LibraryShelf::put_unloaded(Bytes name, Bytes code) {
  entries_[std::move(name)] = {std::move(code), nullptr};
}

void LibraryShelf::erase(BytesView name) {
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return;
  if (entry->second.library != nullptr) {
    for (const Function& function : entry->second.library->functions()) {
      functions_.erase(ascii_lower(function.name));
    }
  }
  entries_.erase(entry);
}

size_t LibraryShelf::byte_count() const {
  size_t bytes = 0;
  for (const auto& [name, entry] : entries_) bytes += name.size() + entry.code.size();
  return bytes;
}

size_t LibraryShelf::interpreter_bytes() const {
  size_t bytes = 0;
  for (const auto& [name, entry] : entries_) {
    if (entry.library != nullptr) bytes += entry.library->interpreter_bytes();
  }
  return bytes;
}

}  // namespace keemun::scripts
