// Where the keys of a request stand, for each way in which the table says it (table.h).
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/number_text.h"
#include "commands/table/table.h"

namespace keemun::commands {

using Moving = Keys::Moving;

namespace {

// The keys that follow the count at `position`; none when the count promises more than there is.
// As in Redis it is cut to 32 bits, and what is no number, or below zero, is read once more as far
// as its digits go: then a key that stands apart comes last.
KeyPositions counted_keys(std::span<const BytesView> args, size_t position, size_t apart) {
  if (position >= args.size()) return {};
  const auto count = static_cast<int32_t>(std::strtol(Bytes(args[position]).c_str(), nullptr, 10));
  const size_t room = args.size() - position - 1;
  if (count < 1 || static_cast<size_t>(count) > room) return {};
  KeyPositions positions(position + 1, static_cast<size_t>(count), 1, apart);
  const bool is_number = parse_int64(args[position]).value_or(-1) >= 0;
  return is_number ? positions : std::move(positions).apart_last();
}

// SORT key … STORE destination: the last STORE wins; words that belong to another option do not
// count.
KeyPositions sort_keys(std::span<const BytesView> args) {
  if (args.size() < 2) return {};
  size_t destination = 0;
  for (size_t i = 2; i < args.size(); ++i) {
    if (is_same_word(args[i], "limit")) {
      i += 2;
    } else if (is_same_word(args[i], "get") || is_same_word(args[i], "by")) {
      i += 1;
    } else if (is_same_word(args[i], "store") && i + 1 < args.size()) {
      destination = ++i;
    }
  }
  return {1, 1, 1, destination};
}

// GEORADIUS key … STORE destination: the last STORE or STOREDIST wins, for it is the one that is
// written. Options begin where the arguments end that have to be there.
KeyPositions store_word_keys(const Command& command, std::span<const BytesView> args) {
  if (args.size() < 2) return {};
  size_t destination = 0;
  for (auto i = static_cast<size_t>(-command.arity); i + 1 < args.size(); ++i) {
    if (is_same_word(args[i], "count")) {
      ++i;
    } else if (is_same_word(args[i], "store") || is_same_word(args[i], "storedist")) {
      destination = ++i;
    }
  }
  return {1, 1, 1, destination};
}

// Where STREAMS stands: options before it take their words with them. Where they are none the first
// such word counts, as in Redis.
size_t find_streams_word(std::span<const BytesView> args) {
  const auto is_streams = [](BytesView word) { return is_same_word(word, "streams"); };
  size_t at = 1;
  while (at < args.size() && !is_streams(args[at])) {
    if (is_same_word(args[at], "block") || is_same_word(args[at], "count")) {
      at += 2;
    } else if (is_same_word(args[at], "group")) {
      at += 3;
    } else if (is_same_word(args[at], "noack")) {
      ++at;
    } else {
      break;
    }
  }
  if (at < args.size() && is_streams(args[at])) return at;
  return static_cast<size_t>(std::find_if(args.begin() + 1, args.end(), is_streams) - args.begin());
}

// XREAD … STREAMS key… id…: as many ids as keys.
KeyPositions streams_word_keys(std::span<const BytesView> args) {
  const size_t first = find_streams_word(args) + 1;
  if (first >= args.size()) return {};
  const size_t count = (args.size() - first) / 2;
  if (count == 0) return {};
  return {first, count, 1};
}

KeyPositions fixed_keys(const Keys& keys, size_t argument_count) {
  if (keys.first == 0) return {};
  const auto first = static_cast<size_t>(keys.first);
  const auto step = static_cast<size_t>(keys.step);
  const size_t last = keys.last >= 0 ? static_cast<size_t>(keys.last)
                                     : argument_count - static_cast<size_t>(-keys.last);
  if (last >= argument_count || last < first) return {};
  return {first, (last - first) / step + 1, step};
}

}  // namespace

size_t KeyPositions::operator[](size_t index) const {
  DCHECK(index < size());
  if (apart_ == 0) return first_ + index * step_;
  if (is_apart_first_) return index == 0 ? apart_ : first_ + (index - 1) * step_;
  return index == count_ ? apart_ : first_ + index * step_;
}

KeyPositions KeyPositions::apart_last() && {
  is_apart_first_ = false;
  return *this;
}

KeyPositions key_positions(const Command& command, std::span<const BytesView> args) {
  switch (command.keys.moving) {
    case Moving::kNever:
      return fixed_keys(command.keys, args.size());
    case Moving::kNumkeys:
      return counted_keys(args, 1, 0);
    case Moving::kTimeoutNumkeys:
      return counted_keys(args, 2, 0);
    case Moving::kDestinationNumkeys:
      return counted_keys(args, 2, 1);
    case Moving::kSort:
      return sort_keys(args);
    case Moving::kSortReadOnly:
      return fixed_keys(command.keys, args.size());
    case Moving::kStoreWord:
      return store_word_keys(command, args);
    case Moving::kStreamsWord:
      return streams_word_keys(args);
  }
  return {};
}

}  // namespace keemun::commands
