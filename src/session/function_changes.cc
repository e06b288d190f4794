#include "session/function_changes.h"

#include <memory>
#include <utility>

#include "base/command_error.h"
#include "format/store_records.h"
#include "session/library_loading.h"

namespace keemun::session {

using commands::FunctionSummary;
using commands::LibrarySummary;
using scripts::FunctionLibrary;
using scripts::LibraryShelf;

namespace {

// Puts it on a shelf that has none of that name, or may lose it.
Bytes load_onto(LibraryShelf& shelf, BytesView code, bool replaces, Extension* extension) {
  Bytes name = scripts::read_library_text(code).name;
  if (!replaces && shelf.has(name)) throw CommandError("ERR Library '" + name + "' already exists");
  LibraryLoading loading(extension, LibraryLoading::Patience::kBounded);
  shelf.put(std::make_shared<FunctionLibrary>(code, loading));
  return name;
}

std::vector<FunctionSummary> functions_of(const LibraryShelf::Entry& entry) {
  std::vector<FunctionSummary> functions;
  if (entry.library == nullptr) return functions;
  for (const scripts::Function& function : entry.library->functions()) {
    FunctionSummary summary{function.name, function.description, {}};
    for (const scripts::ScriptFlagName& known : scripts::kScriptFlagNames) {
      if ((function.flags & known.flag) != 0) summary.flags.push_back(known.name);
    }
    functions.push_back(std::move(summary));
  }
  return functions;
}

}  // namespace

const LibraryShelf& FunctionChanges::shelf() {
  if (shelf_ == nullptr) shelf_ = core_.libraries.settled(core_.extension);
  return *shelf_;
}

void FunctionChanges::change(LibraryShelf shelf) {
  shelf_ = changed_ = std::make_shared<const LibraryShelf>(std::move(shelf));
}

std::vector<LibrarySummary> FunctionChanges::libraries() {
  std::vector<LibrarySummary> libraries;
  for (const auto& [name, entry] : shelf().entries()) {
    libraries.push_back({name, entry.code, functions_of(entry)});
  }
  return libraries;
}

void FunctionChanges::put_row(BytesView name, BytesView code) {
  unit_.put(format::function_library_key(name), format::encode_function_library(code),
            ports::Stage::kMetaFirst);
}

void FunctionChanges::erase_row(BytesView name) {
  unit_.erase(format::function_library_key(name), ports::Stage::kMetaFirst);
}

Bytes FunctionChanges::load(BytesView code, bool replaces) {
  LibraryShelf changed = shelf();
  Bytes name = load_onto(changed, code, replaces, core_.extension);
  put_row(name, code);
  change(std::move(changed));
  return name;
}

void FunctionChanges::erase(BytesView name) {
  if (!shelf().has(name)) throw CommandError("ERR Library not found");
  LibraryShelf changed = shelf();
  changed.erase(name);
  erase_row(name);
  change(std::move(changed));
}

void FunctionChanges::clear() {
  for (const auto& [name, entry] : shelf().entries()) erase_row(name);
  change({});
}

void FunctionChanges::restore(std::span<const Bytes> codes, Policy policy) {
  LibraryShelf restored;
  for (const Bytes& code : codes) load_onto(restored, code, false, core_.extension);
  LibraryShelf changed = policy == Policy::kFlush ? LibraryShelf() : shelf();
  for (const auto& [name, entry] : restored.entries()) {
    if (policy == Policy::kAppend && changed.has(name)) {
      throw CommandError("ERR Library " + name + " already exists");
    }
    changed.erase(name);
  }
  for (const auto& [name, entry] : restored.entries()) changed.put(entry.library);
  for (const auto& [name, entry] : shelf().entries()) {
    if (!changed.has(name)) erase_row(name);
  }
  for (const auto& [name, entry] : restored.entries()) put_row(name, entry.code);
  change(std::move(changed));
}

}  // namespace keemun::session
