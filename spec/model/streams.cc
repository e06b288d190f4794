// Streams: their entries, and what the other files of streams share (stream_words.h).
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "model/stream_words.h"

namespace keemun::model {

namespace {

// A number without a sign: first as Redis reads integers, then as strtoull() does.
std::optional<uint64_t> read_number(const Bytes& text) {
  const auto strict = parse_int64(text);
  if (strict && *strict < 0) return std::nullopt;
  if (strict) return static_cast<uint64_t>(*strict);
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const uint64_t number = std::strtoull(text.c_str(), &end, 10);
  if (errno != 0 || *end != '\0') return std::nullopt;
  return number;
}

// Up to a NUL; nothing where it is too long for an id.
std::optional<Bytes> id_text(BytesView text) {
  if (text.size() > 127) return std::nullopt;
  return Bytes(text.substr(0, text.find('\0')));
}

[[noreturn]] void throw_invalid_id() {
  throw CommandError("ERR Invalid stream ID specified as stream command argument");
}

}  // namespace

std::optional<Id> read_id(BytesView argument, uint64_t missing) {
  const auto text = id_text(argument);
  if (!text) return std::nullopt;
  const size_t dash = text->find('-');
  const auto ms = read_number(text->substr(0, dash));
  const auto number = dash == Bytes::npos ? missing : read_number(text->substr(dash + 1));
  if (!ms || !number) return std::nullopt;
  return Id(*ms, *number);
}

Id id_argument(const Call& call, size_t index) {
  const auto id = read_id(call.arg(index), 0);
  if (!id) throw_invalid_id();
  return *id;
}

Id open_id_argument(const Call& call, size_t index, uint64_t missing) {
  const auto text = id_text(call.arg(index));
  if (text == "-") return {};
  if (text == "+") return kLastId;
  const auto id = read_id(call.arg(index), missing);
  if (!id) throw_invalid_id();
  return *id;
}

bool step_up(Id& id) {
  if (id == kLastId) return false;
  if (++id.second == 0) ++id.first;
  return true;
}

bool step_down(Id& id) {
  if (id == Id()) return false;
  if (id.second-- == 0) --id.first;
  return true;
}

Id start_argument(const Call& call, size_t index) {
  const Bytes& text = call.arg(index);
  if (text.size() < 2 || text[0] != '(') return open_id_argument(call, index, 0);
  auto id = read_id(text.substr(1), 0);
  if (!id) throw_invalid_id();
  if (!step_up(*id)) throw CommandError("ERR invalid start ID for the interval");
  return *id;
}

Id end_argument(const Call& call, size_t index) {
  const Bytes& text = call.arg(index);
  if (text.size() < 2 || text[0] != '(') return open_id_argument(call, index, kNumberMax);
  auto id = read_id(text.substr(1), kNumberMax);
  if (!id) throw_invalid_id();
  if (!step_down(*id)) throw CommandError("ERR invalid end ID for the interval");
  return *id;
}

Reply id_reply(const Id& id) {
  return Reply::bulk(std::to_string(id.first) + "-" + std::to_string(id.second));
}

Reply entry_reply(const Id& id, const std::vector<Bytes>& words) {
  Reply::Items items;
  for (const Bytes& word : words) items.push_back(Reply::bulk(word));
  return Reply::array({id_reply(id), Reply::array(std::move(items))});
}

const Reply& item_of(const Reply& reply, size_t index) {
  static const Reply kNothing;
  return reply.is_aggregate() && index < reply.items().size() ? reply.items()[index] : kNothing;
}

void take_time(const Call& call, Reply& ours, const Reply& observed) {
  if (ours.kind() != Reply::Kind::kInteger || observed.kind() != Reply::Kind::kInteger) return;
  const int64_t slack_ms = call.model.options().clock_slack_ms;
  if (std::abs(ours.integer() - observed.integer()) <= slack_ms) ours = observed;
}

namespace {

struct Trim {
  std::optional<int64_t> length;
  std::optional<Id> first;
  int64_t limit = 0;
};

struct AddWords {
  Trim trim;
  bool makes_stream = true;
  bool is_auto = false;         // *
  bool is_number_auto = false;  // ms-*
  Id id;
  size_t id_index = 0;
};

bool is_sign(const Bytes& text, char sign) {
  return Bytes(text.c_str()) == Bytes(1, sign);
}

// Reads MAXLEN and MINID up to their number or id; whether there was a ~.
bool skip_sign(const Call& call, size_t& i) {
  ++i;
  if (i + 1 >= call.size()) return false;
  const bool is_about = is_sign(call.arg(i), '~');
  if (is_about || is_sign(call.arg(i), '=')) ++i;
  return is_about;
}

void read_new_id(const Call& call, size_t i, AddWords& words) {
  const auto text = id_text(call.arg(i));
  words.is_number_auto = text && text->ends_with("-*") && text->find('-') == text->size() - 2;
  const auto id = words.is_number_auto ? read_id(text->substr(0, text->size() - 2), 0)
                                       : read_id(call.arg(i), 0);
  if (!id) throw_invalid_id();
  words.id = *id;
}

// XADD up to its id, or all of XTRIM.
AddWords read_trim(const Call& call, bool is_add) {
  AddWords words;
  Trim& trim = words.trim;
  bool is_about = false;
  std::optional<int64_t> limit;
  size_t i = 2;
  for (; i < call.size(); ++i) {
    const bool has_more = i + 1 < call.size();
    const bool is_length = has_more && call.is_word(i, "maxlen");
    words.is_auto = is_add && is_sign(call.arg(i), '*');
    if (words.is_auto) break;
    if (is_length || (has_more && call.is_word(i, "minid"))) {
      if (trim.length || trim.first) {
        throw CommandError(
            "ERR syntax error, MAXLEN and MINID options at the same time are not compatible");
      }
      is_about = skip_sign(call, i);
      if (is_length) {
        trim.length = call.integer(i);
        if (*trim.length < 0) throw CommandError("ERR The MAXLEN argument must be >= 0.");
      } else {
        trim.first = id_argument(call, i);
      }
    } else if (has_more && call.is_word(i, "limit")) {
      limit = call.integer(++i);
      if (*limit < 0) throw CommandError("ERR The LIMIT argument must be >= 0.");
    } else if (is_add && call.is_word(i, "nomkstream")) {
      words.makes_stream = false;
    } else if (is_add) {
      read_new_id(call, i, words);
      break;
    } else {
      Call::throw_syntax_error();
    }
  }
  words.id_index = i;
  const bool trims = trim.length || trim.first;
  if (limit && *limit != 0 && !trims) {
    throw CommandError(
        "ERR syntax error, LIMIT cannot be used without specifying a trimming strategy");
  }
  if (!is_add && !trims) {
    throw CommandError("ERR syntax error, XTRIM must be called with a trimming strategy");
  }
  if (limit && !is_about) {
    throw CommandError("ERR syntax error, LIMIT cannot be used without the special ~ option");
  }
  if (is_about) trim.limit = limit.value_or(10000);
  return words;
}

// How many entries went. With ~ too it is exact, but for the limit.
int64_t trim_entries(Stream& stream, const Trim& trim) {
  int64_t count = 0;
  while (!stream.entries.empty() && (trim.limit == 0 || count < trim.limit)) {
    const auto first = stream.entries.begin();
    const bool is_too_long =
        trim.length && static_cast<int64_t>(stream.entries.size()) > *trim.length;
    const bool is_too_old = trim.first && first->first < *trim.first;
    if (!is_too_long && !is_too_old) break;
    stream.entries.erase(first);
    ++count;
  }
  return count;
}

// What * is; a server that was asked may have another clock.
Id automatic_id(const Call& call, const Stream& stream) {
  const auto now = static_cast<uint64_t>(call.now_ms);
  Id id = {now, 0};
  if (now <= stream.last_id.first) {
    id = stream.last_id;
    step_up(id);
  }
  if (call.observed == nullptr || call.observed->kind() != Reply::Kind::kBulk) return id;
  const auto theirs = read_id(call.observed->text(), 0);
  const int64_t slack_ms = call.model.options().clock_slack_ms;
  const bool is_near = theirs && std::abs(static_cast<int64_t>(theirs->first - now)) <= slack_ms;
  return is_near && *theirs > stream.last_id ? *theirs : id;
}

// XADD key [NOMKSTREAM] [MAXLEN | MINID [= | ~] threshold [LIMIT count]] * | id field value ...
Reply xadd(Call& call) {
  const AddWords words = read_trim(call, true);
  const size_t first_field = words.id_index + 1;
  if (call.size() < first_field + 2 || (call.size() - first_field) % 2 != 0) {
    call.throw_wrong_arity();
  }
  if (!words.is_auto && !words.is_number_auto && words.id == Id()) {
    throw CommandError("ERR The ID specified in XADD must be greater than 0-0");
  }
  const Stream* found = call.find<Stream>(call.arg(1));
  if (found == nullptr && !words.makes_stream) return Reply::null();
  const Stream nothing;
  const Stream& before = found == nullptr ? nothing : *found;
  if (before.last_id == kLastId) {
    throw CommandError(
        "ERR The stream has exhausted the last possible ID, unable to add more items");
  }
  Id id = words.is_auto ? automatic_id(call, before) : words.id;
  if (words.is_number_auto && id.first == before.last_id.first) {
    if (before.last_id.second == kNumberMax) {
      throw CommandError("ERR Elements are too large to be stored");
    }
    id.second = before.last_id.second + 1;
  }
  if (id <= before.last_id) {
    throw CommandError(
        "ERR The ID specified in XADD is equal or smaller than the target stream top item");
  }
  Stream& stream = call.find_or_create<Stream>(call.arg(1));
  const auto fields = call.args.subspan(first_field);
  stream.entries.emplace(id, std::vector<Bytes>(fields.begin(), fields.end()));
  stream.last_id = id;
  ++stream.entries_added;
  trim_entries(stream, words.trim);
  call.changed(call.arg(1));
  return id_reply(id);
}

// XLEN key
Reply xlen(Call& call) {
  const Stream* stream = call.find<Stream>(call.arg(1));
  return Reply::integer(stream == nullptr ? 0 : static_cast<int64_t>(stream->entries.size()));
}

Reply range(Call& call, bool is_reverse) {
  const Id first = start_argument(call, is_reverse ? 3 : 2);
  const Id last = end_argument(call, is_reverse ? 2 : 3);
  std::optional<int64_t> count;
  for (size_t i = 4; i < call.size(); i += 2) {
    if (!call.is_word(i, "count") || i + 1 == call.size()) Call::throw_syntax_error();
    count = call.integer(i + 1);
  }
  const Stream* stream = call.find<Stream>(call.arg(1));
  if (stream == nullptr) return Reply::array();
  if (count && *count <= 0) return Reply::null_array();
  Reply::Items items;
  for (const auto& [id, words] : stream->entries) {
    if (id >= first && id <= last) items.push_back(entry_reply(id, words));
  }
  if (is_reverse) std::reverse(items.begin(), items.end());
  if (count && *count < static_cast<int64_t>(items.size())) {
    items.resize(static_cast<size_t>(*count));
  }
  return Reply::array(std::move(items));
}

// XRANGE key start end [COUNT count]
Reply xrange(Call& call) {
  return range(call, false);
}

// XREVRANGE key end start [COUNT count]
Reply xrevrange(Call& call) {
  return range(call, true);
}

// XDEL key id [id ...]
Reply xdel(Call& call) {
  Stream* stream = call.find<Stream>(call.arg(1));
  if (stream == nullptr) return Reply::integer(0);
  std::vector<Id> ids;
  for (size_t i = 2; i < call.size(); ++i) ids.push_back(id_argument(call, i));
  int64_t count = 0;
  for (const Id& id : ids) {
    if (stream->entries.erase(id) == 0) continue;
    stream->greatest_deleted = std::max(stream->greatest_deleted, id);
    ++count;
  }
  if (count > 0) call.changed(call.arg(1));
  return Reply::integer(count);
}

// XTRIM key MAXLEN | MINID [= | ~] threshold [LIMIT count]
Reply xtrim(Call& call) {
  const AddWords words = read_trim(call, false);
  Stream* stream = call.find<Stream>(call.arg(1));
  if (stream == nullptr) return Reply::integer(0);
  const int64_t count = trim_entries(*stream, words.trim);
  if (count > 0) call.changed(call.arg(1));
  return Reply::integer(count);
}

// XSETID key last-id [ENTRIESADDED count] [MAXDELETEDID id]
Reply xsetid(Call& call) {
  const Id last = id_argument(call, 2);
  std::optional<int64_t> added;
  Id deleted;
  for (size_t i = 3; i < call.size(); i += 2) {
    const bool has_more = i + 1 < call.size();
    if (has_more && call.is_word(i, "entriesadded")) {
      added = call.integer(i + 1);
      if (*added < 0) throw CommandError("ERR entries_added must be positive");
    } else if (has_more && call.is_word(i, "maxdeletedid")) {
      deleted = id_argument(call, i + 1);
      if (last < deleted) {
        throw CommandError(
            "ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id");
      }
    } else {
      Call::throw_syntax_error();
    }
  }
  Stream* stream = call.find<Stream>(call.arg(1));
  if (stream == nullptr) throw CommandError("ERR no such key");
  if (!stream->entries.empty()) {
    if (last < stream->entries.rbegin()->first) {
      throw CommandError(
          "ERR The ID specified in XSETID is smaller than the target stream top item");
    }
    if (added && static_cast<uint64_t>(*added) < stream->entries.size()) {
      throw CommandError(
          "ERR The entries_added specified in XSETID is smaller than the target stream length");
    }
  }
  stream->last_id = last;
  if (added) stream->entries_added = static_cast<uint64_t>(*added);
  if (deleted != Id()) stream->greatest_deleted = deleted;
  return Reply::ok();
}

constexpr Command kCommands[] = {
    {"xadd", -5, xadd},     {"xdel", -3, xdel},           {"xlen", 2, xlen},
    {"xrange", -4, xrange}, {"xrevrange", -4, xrevrange}, {"xsetid", -3, xsetid},
    {"xtrim", -4, xtrim},
};

}  // namespace

std::span<const Command> stream_commands() {
  return kCommands;
}

}  // namespace keemun::model
