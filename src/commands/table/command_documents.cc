#include "commands/table/command_documents.h"

namespace keemun::commands {

const Document* find_document(BytesView name) {
  for (const std::span<const Document> family : all_documents()) {
    for (const Document& document : family) {
      if (document.name == name) return &document;
    }
  }
  return nullptr;
}

}  // namespace keemun::commands
