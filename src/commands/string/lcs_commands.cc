#include "commands/string/lcs_commands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "commands/string/prefix_lengths.h"
#include "commands/string/string_limit.h"

namespace keemun::commands {

namespace {

struct LcsOptions {
  bool wants_length = false;
  bool wants_matches = false;
  bool wants_match_lengths = false;
  int64_t match_length_min = 0;
};

LcsOptions parse_lcs_options(const Call& call) {
  LcsOptions options;
  for (size_t i = 3; i < call.size(); ++i) {
    if (call.is_word(i, "idx")) {
      options.wants_matches = true;
    } else if (call.is_word(i, "len")) {
      options.wants_length = true;
    } else if (call.is_word(i, "withmatchlen")) {
      options.wants_match_lengths = true;
    } else if (call.is_word(i, "minmatchlen") && i + 1 < call.size()) {
      options.match_length_min = call.integer(++i);
    } else {
      throw_syntax_error();
    }
  }
  if (options.wants_matches && options.wants_length) {
    throw_error("ERR If you want both the length and indexes, please just use IDX.");
  }
  return options;
}

// Both are looked up before either is refused.
void check_sources(const Call& call) {
  const auto left = call.keys().find(call.arg(1));
  const auto right = call.keys().find(call.arg(2));
  for (const auto& info : {left, right}) {
    if (info && info->type != types::KeyType::kString) {
      throw_error("ERR The specified keys must contain string values");
    }
  }
}

Bytes read_source(const Call& call, BytesView key) {
  const auto string = call.keys().string(key, Create::kNo);
  return string ? string->value() : Bytes();
}

// Redis has a table with four bytes for each pair of prefixes, and takes none that is too large.
void check_sizes(BytesView left, BytesView right) {
  if (left.size() + 1 > kStringBytesMax / sizeof(uint32_t) / (right.size() + 1)) {
    throw_error("ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");
  }
}

// A run of equal bytes, by where it starts in both strings.
struct Match {
  size_t left = 0;
  size_t right = 0;
  size_t length = 0;
};

struct Subsequence {
  Bytes bytes;
  std::vector<Match> matches;  // from the end of the strings to their beginning

  // One more byte in front.
  void add(char byte, size_t left, size_t right) {
    bytes.push_back(byte);
    if (!matches.empty() && matches.back().left == left + 1 && matches.back().right == right + 1) {
      matches.back() = {left, right, matches.back().length + 1};
    } else {
      matches.push_back({left, right, 1});
    }
  }
};

Subsequence find_longest(BytesView left, BytesView right, const PrefixLengths& lengths) {
  Subsequence found;
  size_t i = left.size();
  size_t j = right.size();
  while (i > 0 && j > 0) {
    if (left[i - 1] == right[j - 1]) {
      --i;
      --j;
      found.add(left[i], i, j);
    } else if (lengths.grows(i, j)) {  // so it is as long without the last byte of `left`
      --i;
    } else {  // where both ways are as long, Redis goes back in the second string
      --j;
    }
  }
  std::reverse(found.bytes.begin(), found.bytes.end());
  return found;
}

Reply range_reply(size_t start, size_t length) {
  return Reply::array({Reply::integer(static_cast<int64_t>(start)),
                       Reply::integer(static_cast<int64_t>(start + length - 1))});
}

Reply matches_reply(const Subsequence& found, const LcsOptions& options) {
  Reply::Items matches;
  for (const Match& match : found.matches) {
    const auto length = static_cast<int64_t>(match.length);
    if (length < options.match_length_min) continue;
    Reply::Items item;
    item.push_back(range_reply(match.left, match.length));
    item.push_back(range_reply(match.right, match.length));
    if (options.wants_match_lengths) item.push_back(Reply::integer(length));
    matches.push_back(Reply::array(std::move(item)));
  }
  return Reply::map({Reply::bulk("matches"), Reply::array(std::move(matches)), Reply::bulk("len"),
                     Reply::integer(static_cast<int64_t>(found.bytes.size()))});
}

}  // namespace

// LCS key1 key2 [LEN] [IDX] [MINMATCHLEN length] [WITHMATCHLEN]
Reply lcs(Call& call) {
  check_sources(call);
  call.keys().count_lookups(false);
  const Bytes left = read_source(call, call.arg(1));
  const Bytes right = read_source(call, call.arg(2));
  const LcsOptions options = parse_lcs_options(call);
  check_sizes(left, right);
  const PrefixLengths lengths(left, right);
  if (options.wants_length) return Reply::integer(static_cast<int64_t>(lengths.total()));
  Subsequence found = find_longest(left, right, lengths);
  return options.wants_matches ? matches_reply(found, options)
                               : Reply::bulk(std::move(found.bytes));
}

}  // namespace keemun::commands
