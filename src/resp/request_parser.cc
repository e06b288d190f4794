#include "resp/request_parser.h"

#include <algorithm>
#include <utility>

#include "base/number_text.h"
#include "resp/split_arguments.h"

namespace keemun::resp {
namespace {

constexpr int64_t kUnauthenticatedArgumentCountMax = 10;
constexpr int64_t kUnauthenticatedBulkBytesMax = 16384;
constexpr size_t kLineEndBytes = 2;
constexpr size_t kPlainDigitsMax = 9;

// One request of a million arguments must not cost its lists for ever.
constexpr size_t kIdleArgumentCountMax = 4096;

template <typename Item>
void clear_and_trim(std::vector<Item>& items) {
  items.clear();
  if (items.capacity() > kIdleArgumentCountMax) items = std::vector<Item>();
}

}  // namespace

void RequestParser::feed(BytesView bytes) {
  arguments_.clear();
  if (error_.empty()) input_.append(bytes);
}

void RequestParser::rest() {
  if (unread_bytes() > 0) return;
  input_.drop_all();
  slices_ = std::vector<Slice>();
  arguments_ = std::vector<BytesView>();
  inline_arguments_ = std::vector<Bytes>();
}

size_t RequestParser::memory() const {
  return input_.memory() + slices_.capacity() * sizeof(Slice) +
         arguments_.capacity() * sizeof(BytesView);
}

RequestParser::Status RequestParser::next() {
  clear_and_trim(arguments_);
  // Every round without a status consumes bytes, so there are no more rounds than bytes.
  while (true) {
    if (const std::optional<Status> status = read_part()) return *status;
  }
}

std::optional<RequestParser::Status> RequestParser::read_part() {
  if (!error_.empty()) return Status::kError;
  if (arguments_missing_ > 0) return read_bulks();
  const BytesView unread = input_.unread();
  if (unread.empty()) return Status::kNeedMore;
  return unread.front() == '*' ? read_count() : read_inline();
}

std::optional<RequestParser::Status> RequestParser::read_inline() {
  if (!find_line_end('\n')) return wait_for_line("ERR Protocol error: too big inline request");
  BytesView line = input_.unread().substr(0, scanned_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::optional<std::vector<Bytes>> arguments = split_arguments(line);
  if (!arguments) return fail("ERR Protocol error: unbalanced quotes in request");
  input_.consume(scanned_ + 1);
  scanned_ = 0;
  if (arguments->empty()) return std::nullopt;
  inline_arguments_ = *std::move(arguments);
  arguments_.assign(inline_arguments_.begin(), inline_arguments_.end());
  return Status::kRequest;
}

std::optional<RequestParser::Status> RequestParser::read_count() {
  std::optional<int64_t> count = read_plain_header('*');
  if (!count) {
    BytesView line;
    if (const auto status = read_header("ERR Protocol error: too big mbulk count string", line)) {
      return status;
    }
    count = parse_int64(line.substr(1));
  }
  if (!count || *count > limits_.argument_count_max) {
    return fail("ERR Protocol error: invalid multibulk length");
  }
  if (authentication_required_ && *count > kUnauthenticatedArgumentCountMax) {
    return fail("ERR Protocol error: unauthenticated multibulk length");
  }
  if (*count > 0) {
    arguments_missing_ = *count;
  } else {
    input_.consume(std::exchange(position_, 0));
    scanned_ = 0;
  }
  return std::nullopt;
}

std::optional<RequestParser::Status> RequestParser::read_bulk_size() {
  std::optional<int64_t> size = read_plain_header('$');
  if (!size) {
    BytesView line;
    if (const auto status = read_header("ERR Protocol error: too big bulk count string", line)) {
      return status;
    }
    // A line may be empty, then it is its '\r' that stands in the dollar's place.
    const char first = line.empty() ? '\r' : line.front();
    if (first != '$') {
      const char shown = first == '\r' || first == '\n' ? ' ' : first;
      return fail(Bytes("ERR Protocol error: expected '$', got '") + shown + "'");
    }
    size = parse_int64(line.substr(1));
  }
  if (!size || *size < 0 || static_cast<uint64_t>(*size) > limits_.bulk_bytes_max) {
    return fail("ERR Protocol error: invalid bulk length");
  }
  if (authentication_required_ && *size > kUnauthenticatedBulkBytesMax) {
    return fail("ERR Protocol error: unauthenticated bulk length");
  }
  bulk_bytes_ = static_cast<size_t>(*size);
  // Redis closes such a connection without a word.
  if (position_ + *bulk_bytes_ + kLineEndBytes > limits_.request_bytes_max) {
    return fail("ERR Protocol error: too big request");
  }
  return std::nullopt;
}

std::optional<RequestParser::Status> RequestParser::read_bulks() {
  while (arguments_missing_ > 0) {
    if (!bulk_bytes_) {
      if (const std::optional<Status> status = read_bulk_size()) return status;
    }
    if (input_.unread().size() - position_ < *bulk_bytes_ + kLineEndBytes) {
      return Status::kNeedMore;
    }
    slices_.push_back({position_, *bulk_bytes_});
    position_ += *bulk_bytes_ + kLineEndBytes;
    scanned_ = position_;
    bulk_bytes_.reset();
    --arguments_missing_;
  }
  finish_request();
  return Status::kRequest;
}

// Moves scanned_ to the end of the line that starts at position_, or as far as can be said now.
bool RequestParser::find_line_end(char terminator) {
  const BytesView unread = input_.unread();
  const size_t end = std::min(unread.size(), position_ + limits_.inline_bytes_max + 1);
  while (scanned_ < end && unread[scanned_] != terminator && unread[scanned_] != '\0') ++scanned_;
  return scanned_ < end && unread[scanned_] == terminator;
}

std::optional<RequestParser::Status> RequestParser::wait_for_line(BytesView text_if_too_long) {
  if (input_.unread().size() - position_ <= limits_.inline_bytes_max) return Status::kNeedMore;
  return fail(Bytes(text_if_too_long));
}

// The number of a header such as "$12\r\n", if all of it is there and nothing is odd about it: as
// nearly all are. Others take the long way, which knows what is wrong with them.
std::optional<int64_t> RequestParser::read_plain_header(char mark) {
  const BytesView rest = input_.unread().substr(position_);
  if (!rest.starts_with(mark)) return std::nullopt;
  int64_t number = 0;
  size_t end = 1;
  const size_t end_max = std::min({rest.size(), 1 + kPlainDigitsMax, limits_.inline_bytes_max});
  for (; end < end_max && rest[end] >= '0' && rest[end] <= '9'; ++end) {
    number = number * 10 + (rest[end] - '0');
  }
  const bool is_canonical = end == 2 || (end > 2 && rest[1] != '0');
  if (!is_canonical || end + kLineEndBytes > rest.size() || rest[end] != '\r') return std::nullopt;
  position_ = scanned_ = position_ + end + kLineEndBytes;
  return number;
}

// A line of an array: complete when the byte after its '\r' is there, whatever it is.
std::optional<RequestParser::Status> RequestParser::read_header(BytesView text_if_too_long,
                                                                BytesView& line) {
  if (!find_line_end('\r')) return wait_for_line(text_if_too_long);
  if (input_.unread().size() < scanned_ + kLineEndBytes) return Status::kNeedMore;
  line = input_.unread().substr(position_, scanned_ - position_);
  position_ = scanned_ = scanned_ + kLineEndBytes;
  return std::nullopt;
}

void RequestParser::finish_request() {
  const BytesView request = input_.unread();
  arguments_.reserve(slices_.size());
  for (const Slice& slice : slices_) {
    arguments_.push_back(request.substr(slice.offset, slice.bytes));
  }
  clear_and_trim(slices_);
  input_.consume(std::exchange(position_, 0));
  scanned_ = 0;
}

RequestParser::Status RequestParser::fail(Bytes text) {
  error_ = std::move(text);
  input_.drop_all();
  clear_and_trim(slices_);
  return Status::kError;
}

}  // namespace keemun::resp
