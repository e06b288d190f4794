#include "session/known_libraries.h"

#include <optional>
#include <utility>

#include "base/command_error.h"
#include "format/store_records.h"
#include "session/library_loading.h"
#include "session/open_store.h"

namespace keemun::session {

using scripts::FunctionLibrary;
using scripts::LibraryShelf;

namespace {

// What is wrong with it, if anything.
std::optional<Bytes> put_stored(LibraryShelf& shelf, const LibraryShelf& before,
                                const ports::Row& row, Extension* extension) {
  const Bytes name(*format::library_of_row_key(row.key));
  const auto code = format::decode_function_library(row.value);
  shelf.put_unloaded(name, Bytes(code.value_or("")));
  if (!code) return "ERR its row does not decode";
  try {
    const auto known = before.entries().find(name);
    if (known != before.entries().end() && known->second.library != nullptr &&
        known->second.code == *code) {
      shelf.put(known->second.library);
      return std::nullopt;
    }
    LibraryLoading loading(extension, LibraryLoading::Patience::kEndless);
    auto library = std::make_shared<FunctionLibrary>(*code, loading);
    if (library->name() != name) return "ERR its text says that it is " + library->name();
    shelf.put(std::move(library));
    return std::nullopt;
  } catch (const CommandError& error) {
    return error.text();
  }
}

}  // namespace

const scripts::LibraryShelfRef& KnownLibraries::settled(Extension* extension) {
  if (!are_in_doubt_) return shelf_;
  auto shelf = std::make_shared<LibraryShelf>();
  for (const ports::Row& row : rows_within(store_, format::all_function_libraries())) {
    const auto fault = put_stored(*shelf, *shelf_, row, extension);
    if (!fault || extension == nullptr) continue;
    extension->log_of_script(scripts::LogLevel::kWarning,
                             "The library of functions '" +
                                 Bytes(*format::library_of_row_key(row.key)) +
                                 "' is in the store and cannot be loaded. It stays there, and none "
                                 "of its functions can be called: " +
                                 *fault);
  }
  shelf_ = std::move(shelf);
  are_in_doubt_ = false;
  return shelf_;
}

}  // namespace keemun::session
