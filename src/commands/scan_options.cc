#include "commands/scan_options.h"

#include <algorithm>
#include <charconv>

#include "base/glob.h"

namespace keemun::commands {

namespace {

// A collection of fewer elements is answered whole, as Redis does with small ones.
constexpr size_t kWholeElementsMax = 128;
constexpr size_t kPageElementsMax = 10'000;

// Redis reads a cursor with strtoul: empty text is 0, zeros may lead, and a sign is taken.
uint64_t read_cursor(BytesView text) {
  text = text.substr(0, text.find('\0'));
  if (text.empty()) return 0;
  const bool is_negative = text.front() == '-';
  if (is_negative || text.front() == '+') text.remove_prefix(1);
  uint64_t cursor = 0;
  const char* end = text.data() + text.size();
  const auto [read_end, error] = std::from_chars(text.data(), end, cursor);
  if (error != std::errc{} || read_end != end) throw_error("ERR invalid cursor");
  return is_negative ? 0 - cursor : cursor;
}

}  // namespace

bool matches_name(BytesView pattern, BytesView name) {
  return pattern == "*" || glob_matches(pattern, name);
}

bool ScanOptions::matches(BytesView name) const {
  return !pattern || matches_name(*pattern, name);
}

ScanCursor parse_scan_cursor(const Call& call, size_t cursor_at) {
  const uint64_t cursor = read_cursor(call.arg(cursor_at));
  if (cursor == 0) return {};
  const CursorTable::Found found = call.host.cursors().find(cursor);
  if (found.position == nullptr) return {found.answer, std::nullopt};
  return {found.answer, *found.position};
}

bool is_behind_all(const ScanCursor& cursor) {
  if (cursor.answer == CursorTable::Answer::kGone) throw_error("ERR invalid cursor");
  return cursor.answer == CursorTable::Answer::kNeverGiven;
}

ScanOptions parse_scan_options(const Call& call, size_t first, bool of_keys) {
  ScanOptions options;
  for (size_t i = first; i < call.size(); i += 2) {
    const bool has_value = i + 1 < call.size();
    if (call.is_word(i, "count") && has_value) {
      const int64_t count = call.integer(i + 1);
      if (count < 1) throw_syntax_error();
      options.count = static_cast<size_t>(count);
    } else if (call.is_word(i, "match") && has_value) {
      options.pattern = call.arg(i + 1);
    } else if (of_keys && call.is_word(i, "type") && has_value) {
      options.type = call.arg(i + 1);
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

Reply empty_scan_reply() {
  return Reply::array({Reply::bulk("0"), Reply::array()});
}

size_t ScanReply::elements_max() const {
  return std::clamp(options_.count, kWholeElementsMax, kPageElementsMax);
}

Reply ScanReply::finish() {
  const uint64_t cursor = next_ ? call_.host.cursors().add(std::move(*next_)) : 0;
  Reply::Items reply;
  reply.push_back(Reply::bulk(std::to_string(cursor)));
  reply.push_back(Reply::array(std::move(items_)));
  return Reply::array(std::move(reply));
}

}  // namespace keemun::commands
