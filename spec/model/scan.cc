// KEYS, SCAN, and what the scans of collections share with it.
#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "base/glob.h"
#include "model/judge.h"
#include "model/scan_options.h"

namespace keemun::model {

// "*" alone is every name; as a pattern it would miss the empty one.
static bool matches_name(BytesView pattern, BytesView name) {
  return pattern == "*" || glob_matches(pattern, name);
}

bool ScanOptions::matches(BytesView name) const {
  return !pattern || matches_name(*pattern, name);
}

uint64_t scan_cursor(const Call& call, size_t index) {
  const char* text = call.arg(index).c_str();
  char* end = nullptr;
  errno = 0;
  const uint64_t cursor = std::strtoul(text, &end, 10);
  if (std::isspace(static_cast<unsigned char>(text[0])) || *end != '\0' || errno == ERANGE) {
    throw CommandError("ERR invalid cursor");
  }
  return cursor;
}

ScanOptions scan_options(const Call& call, size_t first, ScanOf of) {
  ScanOptions options;
  for (size_t i = first; i < call.size(); i += 2) {
    if (i + 1 == call.size()) Call::throw_syntax_error();
    if (call.is_word(i, "count")) {
      if (call.integer(i + 1) < 1) Call::throw_syntax_error();
    } else if (call.is_word(i, "match")) {
      options.pattern = call.arg(i + 1);
    } else if (call.is_word(i, "type") && of == ScanOf::kKeys) {
      options.type = call.arg(i + 1);
    } else {
      Call::throw_syntax_error();
    }
  }
  return options;
}

Reply scan_reply(const Call& call, uint64_t cursor, Reply::Items items, size_t width) {
  const Reply* observed = call.observed;
  if (observed != nullptr && is_part_of_scan(*observed, items, width) &&
      (cursor != 0 || observed->items()[0].text() != "0")) {
    return *observed;
  }
  return Reply::array({Reply::bulk("0"), Reply::array(std::move(items))});
}

namespace {

// KEYS pattern
Reply keys(Call& call) {
  Reply::Items found;
  for (const auto& [key, entry] : call.database().entries()) {
    if (entry.expired(call.now_ms)) continue;
    if (matches_name(call.arg(1), key)) found.push_back(Reply::bulk(key));
  }
  return Reply::array(std::move(found));
}

// SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]
Reply scan(Call& call) {
  const uint64_t cursor = scan_cursor(call, 1);
  const ScanOptions options = scan_options(call, 2, ScanOf::kKeys);
  Reply::Items found;
  for (const auto& [key, entry] : call.database().entries()) {
    if (entry.expired(call.now_ms) || !options.matches(key)) continue;
    if (options.type && !ascii_equal_ignoring_case(*options.type, type_name(entry.value))) continue;
    found.push_back(Reply::bulk(key));
  }
  return scan_reply(call, cursor, std::move(found));
}

constexpr Command kCommands[] = {
    {"keys", 2, keys, Order::kAnyOrder},
    {"scan", -2, scan, Order::kScan},
};

}  // namespace

std::span<const Command> scan_commands() {
  return kCommands;
}

}  // namespace keemun::model
