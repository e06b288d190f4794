// LCS: the longest common subsequence of two strings.
#include <algorithm>
#include <vector>

#include "model/call.h"

namespace keemun::model {

namespace {

struct LcsOptions {
  bool length_only = false;
  bool indexes = false;
  bool match_lengths = false;
  int64_t match_length_min = 0;
};

LcsOptions lcs_options(const Call& call) {
  LcsOptions options;
  for (size_t i = 3; i < call.size(); ++i) {
    if (call.is_word(i, "idx")) {
      options.indexes = true;
    } else if (call.is_word(i, "len")) {
      options.length_only = true;
    } else if (call.is_word(i, "withmatchlen")) {
      options.match_lengths = true;
    } else if (call.is_word(i, "minmatchlen") && i + 1 < call.size()) {
      options.match_length_min = std::max<int64_t>(call.integer(++i), 0);
    } else {
      Call::throw_syntax_error();
    }
  }
  if (options.indexes && options.length_only) {
    throw CommandError("ERR If you want both the length and indexes, please just use IDX.");
  }
  return options;
}

// A run of equal bytes: where it ends in both strings (exclusive) and how long it is.
struct Match {
  size_t end_in_left;
  size_t end_in_right;
  size_t length;
};

struct Subsequence {
  Bytes bytes;
  std::vector<Match> matches;  // from the end of the strings to their beginning
};

Subsequence longest_common_subsequence(const Bytes& left, const Bytes& right) {
  // How both end alike is found without the table of lengths.
  size_t rows = left.size();
  size_t columns = right.size();
  for (; rows > 0 && columns > 0 && left[rows - 1] == right[columns - 1]; --rows) --columns;
  // Lengths of the first i bytes of left and the first j bytes of right, row after row.
  const size_t width = columns + 1;
  std::vector<uint32_t> lengths((rows + 1) * width);
  for (size_t i = 1; i <= rows; ++i) {
    const uint32_t* above = lengths.data() + (i - 1) * width;
    uint32_t* row = lengths.data() + i * width;
    for (size_t j = 1; j <= columns; ++j) {
      row[j] = left[i - 1] == right[j - 1] ? above[j - 1] + 1 : std::max(above[j], row[j - 1]);
    }
  }
  Subsequence found;
  bool in_match = false;
  size_t i = left.size();
  size_t j = right.size();
  while (i > 0 && j > 0) {
    if (left[i - 1] == right[j - 1]) {
      if (!in_match) found.matches.push_back({i, j, 0});
      in_match = true;
      ++found.matches.back().length;
      found.bytes.push_back(left[i - 1]);
      --i;
      --j;
    } else {
      in_match = false;
      // Where both ways are as long, Redis goes back in the second string.
      if (lengths[(i - 1) * width + j] > lengths[i * width + j - 1]) {
        --i;
      } else {
        --j;
      }
    }
  }
  std::reverse(found.bytes.begin(), found.bytes.end());
  return found;
}

Reply range(size_t end, size_t length) {
  return Reply::array({Reply::integer(static_cast<int64_t>(end - length)),
                       Reply::integer(static_cast<int64_t>(end - 1))});
}

Bytes string_or_empty(const Call& call, const Bytes& key) {
  const Entry* entry = call.find_entry(key);
  if (entry == nullptr) return Bytes();
  const String* value = std::get_if<String>(&entry->value);
  if (value == nullptr) throw CommandError("ERR The specified keys must contain string values");
  return *value;
}

// LCS key1 key2 [LEN] [IDX] [MINMATCHLEN length] [WITHMATCHLEN]
Reply lcs(Call& call) {
  const Bytes left = string_or_empty(call, call.arg(1));
  const Bytes right = string_or_empty(call, call.arg(2));
  const LcsOptions options = lcs_options(call);
  // Redis makes a table of four bytes for each pair of prefixes, and none of more than 512 MB.
  constexpr uint64_t kTableBytesMax = uint64_t{512} << 20;
  if (uint64_t{4} * (left.size() + 1) * (right.size() + 1) > kTableBytesMax) {
    throw CommandError(
        "ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");
  }
  Subsequence found = longest_common_subsequence(left, right);
  const Reply length = Reply::integer(static_cast<int64_t>(found.bytes.size()));
  if (options.length_only) return length;
  if (!options.indexes) return Reply::bulk(std::move(found.bytes));

  Reply::Items matches;
  for (const Match& match : found.matches) {
    if (static_cast<int64_t>(match.length) < options.match_length_min) continue;
    Reply::Items item = {range(match.end_in_left, match.length),
                         range(match.end_in_right, match.length)};
    if (options.match_lengths) {
      item.push_back(Reply::integer(static_cast<int64_t>(match.length)));
    }
    matches.push_back(Reply::array(std::move(item)));
  }
  return Reply::map(
      {Reply::bulk("matches"), Reply::array(std::move(matches)), Reply::bulk("len"), length});
}

constexpr Command kCommands[] = {{"lcs", -3, lcs}};

}  // namespace

std::span<const Command> lcs_commands() {
  return kCommands;
}

}  // namespace keemun::model
