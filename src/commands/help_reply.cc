#include "commands/help_reply.h"

#include <utility>

#include "base/check.h"
#include "commands/table/command_documents.h"

namespace keemun::commands {

using resp::Reply;

namespace {

Bytes in_capitals(BytesView name) {
  Bytes capitals(name);
  for (char& letter : capitals) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return capitals;
}

}  // namespace

Reply help_reply(BytesView container, const std::vector<BytesView>& lines) {
  Reply::Items items = {Reply::status(in_capitals(container) +
                                      " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:")};
  for (const BytesView line : lines) items.push_back(Reply::status(Bytes(line)));
  items.push_back(Reply::status("HELP"));
  items.push_back(Reply::status("    Prints this help."));
  return Reply::array(std::move(items));
}

Reply documented_help(BytesView container, std::span<const Command* const> rows) {
  const Bytes prefix = Bytes(container) + "|";
  std::vector<Bytes> lines;
  for (const Command* row : rows) {
    if (!row->name.starts_with(prefix) || row->name == prefix + "help") continue;
    const Document* document = find_document(row->name);
    CHECK(document != nullptr);
    lines.push_back(in_capitals(row->name.substr(prefix.size())));
    if (!document->arguments.empty()) (lines.back() += ' ') += document->arguments;
    lines.push_back("    " + Bytes(document->summary));
  }
  return help_reply(container, views_of(lines));
}

}  // namespace keemun::commands
