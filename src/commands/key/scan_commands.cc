#include "commands/key/scan_commands.h"

#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/glob.h"
#include "commands/scan_options.h"

namespace keemun::commands {

using keyspace::KeyPage;

// KEYS pattern
Reply keys(Call& call) {
  constexpr size_t kPageKeys = 256;
  Reply::Items found;
  const BytesView prefix = literal_prefix(call.arg(1));
  std::optional<Bytes> from;
  do {
    KeyPage page = call.keys().scan_prefix(prefix, from, kPageKeys);
    for (KeyPage::Item& item : page.items) {
      if (matches_name(call.arg(1), item.key)) found.push_back(Reply::bulk(std::move(item.key)));
    }
    from = std::move(page.next);
  } while (from);
  return Reply::array(std::move(found));
}

// SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]
Reply scan(Call& call) {
  ScanCursor cursor = parse_scan_cursor(call, 1);
  const ScanOptions options = parse_scan_options(call, 2, true);
  if (is_behind_all(cursor)) return empty_scan_reply();
  const std::optional<Bytes> from = cursor.position;
  ScanReply reply(call, std::move(cursor), options);
  KeyPage page = call.keys().scan_prefix(options.prefix(), from, reply.elements_max());
  for (KeyPage::Item& item : page.items) {
    const BytesView type = types::type_name(item.info.type);
    if (options.type && !ascii_equal_ignoring_case(*options.type, type)) continue;
    if (options.matches(item.key)) reply.add(std::move(item.key));
  }
  if (page.next) reply.go_on_from(std::move(*page.next));
  return reply.finish();
}

}  // namespace keemun::commands
