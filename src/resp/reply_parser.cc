#include "resp/reply_parser.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/number_text.h"

namespace keemun::resp {
namespace {

constexpr size_t kLineEndBytes = 2;
constexpr BytesView kLineEnd = "\r\n";

// Few items are the rule; an announced count is not trusted with more memory than this.
constexpr size_t kReservedItemCountMax = 16;

bool is_integer_text(BytesView text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == BytesView::npos;
}

std::optional<double> parse_reply_double(BytesView text) {
  if (text == "nan" || text == "-nan") return std::numeric_limits<double>::quiet_NaN();
  return parse_double(text);
}

std::optional<Reply::Kind> aggregate_kind(char type) {
  switch (type) {
    case '*':
      return Reply::Kind::kArray;
    case '%':
      return Reply::Kind::kMap;
    case '~':
      return Reply::Kind::kSet;
    case '>':
      return Reply::Kind::kPush;
    default:
      return std::nullopt;
  }
}

Reply make_aggregate(Reply::Kind kind, Reply::Items items) {
  switch (kind) {
    case Reply::Kind::kMap:
      return Reply::map(std::move(items));
    case Reply::Kind::kSet:
      return Reply::set(std::move(items));
    case Reply::Kind::kPush:
      return Reply::push(std::move(items));
    default:
      return Reply::array(std::move(items));
  }
}

}  // namespace

void ReplyParser::feed(BytesView bytes) {
  if (error_.empty()) input_.append(bytes);
}

ReplyParser::Status ReplyParser::next(Reply& reply) {
  bool progress = true;
  // Every round with progress consumes bytes, so there are no more rounds than bytes.
  while (error_.empty() && progress) {
    std::optional<Reply> value = read_value(progress);
    if (!value) continue;
    std::optional<Reply> whole = settle(*std::move(value));
    if (!whole) continue;
    item_count_ = 0;
    reply = *std::move(whole);
    return Status::kReply;
  }
  return error_.empty() ? Status::kNeedMore : Status::kError;
}

std::optional<Reply> ReplyParser::read_value(bool& progress) {
  progress = false;
  const std::optional<BytesView> line = find_line();
  if (!line) return std::nullopt;
  if (line->empty()) return fail("empty line in place of a reply");
  const char type = line->front();
  const BytesView text = line->substr(1);
  const size_t line_bytes = line->size() + kLineEndBytes;
  if (type == '$' || type == '=' || type == '!') {
    return read_bulk(type, text, line_bytes, progress);
  }
  progress = true;
  std::optional<Reply> value =
      aggregate_kind(type) ? read_aggregate(type, text) : parse_line(type, text);
  if (error_.empty()) {
    input_.consume(line_bytes);
    scanned_ = 0;
  }
  return value;
}

std::optional<BytesView> ReplyParser::find_line() {
  const BytesView unread = input_.unread();
  const size_t end = std::min(unread.size(), limits_.line_bytes_max + 1);
  while (scanned_ < end && unread[scanned_] != '\r' && unread[scanned_] != '\n') ++scanned_;
  if (scanned_ > limits_.line_bytes_max) return fail("too long line");
  if (scanned_ == unread.size()) return std::nullopt;
  if (unread[scanned_] == '\n') return fail("line without its CR");
  if (scanned_ + 1 == unread.size()) return std::nullopt;
  if (unread[scanned_ + 1] != '\n') return fail("line without its LF");
  return unread.substr(0, scanned_);
}

std::optional<Reply> ReplyParser::read_bulk(char type, BytesView size_text, size_t header_bytes,
                                            bool& progress) {
  const std::optional<int64_t> size = parse_int64(size_text);
  const bool null = type == '$' && size == -1;
  if (!null && (!size || *size < 0 || static_cast<uint64_t>(*size) > limits_.bulk_bytes_max)) {
    return fail("invalid bulk length");
  }
  const size_t bytes = null ? 0 : static_cast<size_t>(*size);
  const size_t whole_bytes = header_bytes + (null ? 0 : bytes + kLineEndBytes);
  if (input_.unread().size() < whole_bytes) return std::nullopt;
  const BytesView body = input_.unread().substr(header_bytes, whole_bytes - header_bytes);
  if (!null && !body.ends_with(kLineEnd)) return fail("bulk without its line end");
  const BytesView text = body.substr(0, bytes);
  if (type == '=' && (text.size() < 4 || text[3] != ':')) return fail("invalid verbatim format");
  input_.consume(whole_bytes);
  scanned_ = 0;
  progress = true;
  if (null) return Reply::null();
  if (type == '=') return Reply::verbatim(text.substr(0, 3), text.substr(4));
  return type == '!' ? Reply::error(Bytes(text)) : Reply::bulk(Bytes(text));
}

std::optional<Reply> ReplyParser::read_aggregate(char type, BytesView count_text) {
  if (type == '*' && count_text == "-1") return Reply::null_array();
  const std::optional<int64_t> count = parse_int64(count_text);
  const size_t missing_max = limits_.item_count_max - item_count_;
  const size_t items_per_count = type == '%' ? 2 : 1;
  if (!count || *count < 0 || static_cast<uint64_t>(*count) > missing_max / items_per_count) {
    return fail("invalid item count");
  }
  const Reply::Kind kind = *aggregate_kind(type);
  const size_t missing = static_cast<size_t>(*count) * items_per_count;
  if (frames_.size() >= limits_.depth_max) return fail("too deep nesting");
  if (missing == 0) return make_aggregate(kind, {});
  item_count_ += missing;
  frames_.push_back({kind, missing, {}});
  frames_.back().items.reserve(std::min(missing, kReservedItemCountMax));
  return std::nullopt;
}

std::optional<Reply> ReplyParser::parse_line(char type, BytesView text) {
  switch (type) {
    case '+':
      return Reply::status(Bytes(text));
    case '-':
      return Reply::error(Bytes(text));
    case ':':
      if (const auto value = parse_int64(text)) return Reply::integer(*value);
      return fail("invalid integer");
    case '_':
      if (text.empty()) return Reply::null();
      return fail("invalid null");
    case ',':
      if (const auto value = parse_reply_double(text)) return Reply::number(*value);
      return fail("invalid double");
    case '#':
      if (text == "t" || text == "f") return Reply::boolean(text == "t");
      return fail("invalid boolean");
    case '(':
      if (is_integer_text(text)) return Reply::big_number(Bytes(text));
      return fail("invalid big number");
    default:
      return fail("unknown reply type");
  }
}

std::optional<Reply> ReplyParser::settle(Reply value) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    frame.items.push_back(std::move(value));
    if (--frame.missing_count > 0) return std::nullopt;
    value = make_aggregate(frame.kind, std::move(frame.items));
    frames_.pop_back();
  }
  return value;
}

std::nullopt_t ReplyParser::fail(Bytes text) {
  error_ = std::move(text);
  input_.drop_all();
  frames_.clear();
  return std::nullopt;
}

}  // namespace keemun::resp
