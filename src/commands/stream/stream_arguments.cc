#include "commands/stream/stream_arguments.h"

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/number_text.h"
#include "types/stream_trim.h"

namespace keemun::commands {

namespace {

constexpr uint64_t kSequenceMax = std::numeric_limits<uint64_t>::max();

[[noreturn]] void throw_bad_id() {
  throw_error("ERR Invalid stream ID specified as stream command argument");
}

// Read twice, as Redis does: as a canonical number, and where that fails as strtoull() does.
std::optional<uint64_t> parse_part(BytesView text) {
  if (const auto number = parse_int64(text)) {
    return *number < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(*number));
  }
  const Bytes digits(text);
  char* end = nullptr;
  errno = 0;
  const uint64_t number = std::strtoull(digits.c_str(), &end, 10);
  if (errno != 0 || digits.empty() || *end != '\0') return std::nullopt;
  return number;
}

struct IdParts {
  StreamId id;
  bool is_sequence_left_open = false;
};

std::optional<IdParts> parse_parts(BytesView text, uint64_t missing_sequence, bool may_leave_open) {
  constexpr size_t kTextBytesMax = 127;
  if (text.size() > kTextBytesMax) return std::nullopt;
  text = text.substr(0, text.find('\0'));
  const size_t dash = text.find('-');
  const auto ms = parse_part(text.substr(0, dash));
  if (!ms) return std::nullopt;
  if (dash == BytesView::npos) return IdParts{{*ms, missing_sequence}};
  const BytesView rest = text.substr(dash + 1);
  if (may_leave_open && rest == "*") return IdParts{{*ms, 0}, true};
  const auto sequence = parse_part(rest);
  if (!sequence) return std::nullopt;
  return IdParts{{*ms, *sequence}};
}

bool is_alone(BytesView text, char sign) {
  return text.substr(0, text.find('\0')) == BytesView(&sign, 1);
}

struct End {
  StreamId id;
  bool is_excluded = false;
};

End range_edge_from(const Call& call, size_t index, uint64_t missing_sequence) {
  const BytesView text = call.arg(index);
  if (text.size() < 2 || text[0] != '(') {
    return {any_stream_id_from(call, index, missing_sequence)};
  }
  const auto id = parse_stream_id(text.substr(1), missing_sequence);
  if (!id) throw_bad_id();
  return {*id, true};
}

class TrimReader {
 public:
  TrimReader(const Call& call, bool is_xadd) : call_(call), is_xadd_(is_xadd) {}

  StreamTrimArguments read() {
    at_ = 2;
    while (at_ < call_.size() && read_option()) ++at_;
    result_.id_at = at_;
    check();
    return std::move(result_);
  }

 private:
  // False: here stands the id.
  bool read_option() {
    const bool has_more = at_ + 1 < call_.size();
    StreamTrim& trim = result_.trim;
    if (is_xadd_ && is_alone(call_.arg(at_), '*')) {
      result_.id.is_whole_left_open = true;
      return false;
    }
    if (has_more && call_.is_word(at_, "maxlen")) {
      read_threshold();
      trim.entries_left = call_.integer(at_);
      if (*trim.entries_left < 0) throw_error("ERR The MAXLEN argument must be >= 0.");
    } else if (has_more && call_.is_word(at_, "minid")) {
      read_threshold();
      trim.first_kept = stream_id_from(call_, at_);
    } else if (has_more && call_.is_word(at_, "limit")) {
      limit_ = call_.integer(++at_);
      if (*limit_ < 0) throw_error("ERR The LIMIT argument must be >= 0.");
    } else if (is_xadd_ && call_.is_word(at_, "nomkstream")) {
      result_.makes_stream = false;
    } else if (is_xadd_) {
      read_id();
      return false;
    } else {
      throw_syntax_error();
    }
    return true;
  }

  // Steps over MAXLEN or MINID and a sign.
  void read_threshold() {
    if (result_.trim.is_given()) {
      throw_error("ERR syntax error, MAXLEN and MINID options at the same time are not compatible");
    }
    ++at_;
    is_about_ = false;
    if (at_ + 1 == call_.size()) return;
    is_about_ = is_alone(call_.arg(at_), '~');
    if (is_about_ || is_alone(call_.arg(at_), '=')) ++at_;
  }

  void read_id() {
    const BytesView text = call_.arg(at_);
    const auto parts = parse_parts(text, 0, true);
    if (!parts) throw_bad_id();
    result_.id.id = parts->id;
    result_.id.is_sequence_left_open = parts->is_sequence_left_open;
  }

  void check() {
    const bool is_given = result_.trim.is_given();
    if (limit_.value_or(0) != 0 && !is_given) {
      throw_error("ERR syntax error, LIMIT cannot be used without specifying a trimming strategy");
    }
    if (!is_xadd_ && !is_given) {
      throw_error("ERR syntax error, XTRIM must be called with a trimming strategy");
    }
    if (limit_ && !is_about_) {
      throw_error("ERR syntax error, LIMIT cannot be used without the special ~ option");
    }
    constexpr int64_t kAboutMax = 10'000;  // Redis' own where none is given
    result_.trim.entries_max = is_about_ ? limit_.value_or(kAboutMax) : 0;
  }

  const Call& call_;
  const bool is_xadd_;
  size_t at_ = 0;
  bool is_about_ = false;
  std::optional<int64_t> limit_;
  StreamTrimArguments result_;
};

}  // namespace

std::optional<StreamId> parse_stream_id(BytesView text, uint64_t missing_sequence) {
  const auto parts = parse_parts(text, missing_sequence, false);
  return parts ? std::optional(parts->id) : std::nullopt;
}

StreamId stream_id_from(const Call& call, size_t index) {
  const auto id = parse_stream_id(call.arg(index), 0);
  if (!id) throw_bad_id();
  return *id;
}

StreamId any_stream_id_from(const Call& call, size_t index, uint64_t missing_sequence) {
  const BytesView text = call.arg(index);
  const auto id = parse_stream_id(text, missing_sequence);
  if (id) return *id;
  constexpr size_t kTextBytesMax = 127;
  if (text.size() <= kTextBytesMax && is_alone(text, '-')) return {};
  if (text.size() <= kTextBytesMax && is_alone(text, '+')) return kStreamIdMax;
  throw_bad_id();
}

StreamId range_start_from(const Call& call, size_t index) {
  const End end = range_edge_from(call, index, 0);
  if (!end.is_excluded) return end.id;
  const auto start = end.id.next();
  if (!start) throw_error("ERR invalid start ID for the interval");
  return *start;
}

StreamId range_end_from(const Call& call, size_t index) {
  const End end = range_edge_from(call, index, kSequenceMax);
  if (!end.is_excluded) return end.id;
  const auto last = end.id.previous();
  if (!last) throw_error("ERR invalid end ID for the interval");
  return *last;
}

StreamTrimArguments parse_stream_trim(const Call& call, bool is_xadd) {
  return TrimReader(call, is_xadd).read();
}

int64_t trim_stream(types::StreamStore& stream, const StreamTrim& trim) {
  if (trim.entries_left) {
    return types::trim_to_length(stream, *trim.entries_left, trim.entries_max);
  }
  if (!trim.first_kept) return 0;
  return types::trim_before(stream, *trim.first_kept, trim.entries_max);
}

Reply stream_id_reply(const StreamId& id) {
  return Reply::bulk(id.text());
}

Reply stream_entry_reply(types::StreamEntry&& entry) {
  Reply words = Reply::array(Reply::bulks(std::move(entry.words)));
  return Reply::array({stream_id_reply(entry.id), std::move(words)});
}

Reply stream_entries_reply(std::vector<types::StreamEntry> entries) {
  Reply::Items items;
  items.reserve(entries.size());
  for (types::StreamEntry& entry : entries) {
    items.push_back(stream_entry_reply(std::move(entry)));
  }
  return Reply::array(std::move(items));
}

}  // namespace keemun::commands
