// What COMMAND DOCS says about each command in words: the rows of the tables, told to whoever
// reads. One document is one row, subcommands and the server's own rows among them.
#pragma once

#include <array>
#include <span>

#include "base/bytes.h"

namespace keemun::commands {

struct Document {
  BytesView name;       // as in the table: "object|encoding"
  BytesView summary;    // a sentence
  BytesView arguments;  // see argument_notation.h; empty where there are none
};

// Family by family.
std::span<const Document> documents_of_keys();
std::span<const Document> documents_of_strings();
std::span<const Document> documents_of_collections();
std::span<const Document> documents_of_streams();
std::span<const Document> documents_of_server();

inline std::array<std::span<const Document>, 5> all_documents() {
  return {documents_of_keys(), documents_of_strings(), documents_of_collections(),
          documents_of_streams(), documents_of_server()};
}

// By the name as it stands in the table; null when there is none.
const Document* find_document(BytesView name);

}  // namespace keemun::commands
