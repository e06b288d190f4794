// Requests out of the bytes of a client, as Redis 7.0 reads them: arrays of bulk strings and inline
// commands, empty ones skipped. Touches no socket: feed() what came, then next() until it wants
// more. How the bytes are cut into pieces never changes the requests or the error.
//
// Redis' own looseness is kept, clients live by it: of a line end in an array only '\r' is looked
// at, the two bytes after a bulk are not looked at, and a NUL hides the end of its line. One thing
// is stricter: a line longer than inline_bytes_max is refused even if it came in one piece.
//
// Owns the bytes it was fed. The arguments of an array are views into them, so nothing is copied
// twice; whoever drains next() before each feed() keeps no more than one request and one piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "resp/input_buffer.h"

namespace keemun::resp {

struct RequestLimits {
  size_t bulk_bytes_max = size_t{512} << 20;
  int64_t argument_count_max = std::numeric_limits<int32_t>::max();
  size_t inline_bytes_max = size_t{64} << 10;  // any line: an inline command, a count, a length
  size_t request_bytes_max = size_t{1} << 30;  // one request as it stands on the wire
};

class RequestParser {
 public:
  enum class Status : uint8_t { kRequest, kNeedMore, kError };

  explicit RequestParser(const RequestLimits& limits = {}) : limits_(limits) {}

  // While a client still has to authenticate it may send only few and short arguments. May change
  // between two requests.
  void set_authentication_required(bool required) { authentication_required_ = required; }

  // As those of authentication they may change; what a request has announced before is let in.
  void set_limits(const RequestLimits& limits) { limits_ = limits; }

  // After an error the bytes are dropped.
  void feed(BytesView bytes);

  // kRequest: arguments() is the next request, at least one argument. kError: error() says why, and
  // it stays so: the connection has to be closed.
  Status next();

  // What was fed and has not become a request yet: until the next feed(), and behind a request it
  // begins with the next one.
  BytesView unread() const { return input_.unread(); }
  size_t unread_bytes() const { return unread().size(); }

  // Between two requests of a client that is silent: what its large ones have taken is given back.
  void trim() {
    arguments_.clear();
    input_.trim();
  }
  // And of one that has been silent for long: all that they have.
  void rest();
  size_t memory() const;

  // The views and what they point to live until the next feed() or next().
  std::span<const BytesView> arguments() const { return arguments_; }

  // The whole line for the client, as "ERR Protocol error: invalid bulk length".
  const Bytes& error() const { return error_; }

 private:
  struct Slice {
    size_t offset;  // from the start of the request
    size_t bytes;
  };

  // Each reads one part of a request. No status: that part is done, go on with the next.
  std::optional<Status> read_part();
  std::optional<Status> read_inline();
  std::optional<Status> read_count();
  std::optional<Status> read_bulk_size();
  std::optional<Status> read_bulks();

  bool find_line_end(char terminator);
  std::optional<Status> wait_for_line(BytesView text_if_too_long);
  std::optional<int64_t> read_plain_header(char mark);
  std::optional<Status> read_header(BytesView text_if_too_long, BytesView& line);
  void finish_request();
  Status fail(Bytes text);

  RequestLimits limits_;
  bool authentication_required_ = false;
  Bytes error_;
  InputBuffer input_;  // starts with the request that is being read

  // The request that is being read; positions count from its first byte.
  size_t position_ = 0;  // everything before has been read
  size_t scanned_ = 0;   // no line end before, so that no byte is looked at twice
  int64_t arguments_missing_ = 0;
  std::optional<size_t> bulk_bytes_;  // announced by the last $ line
  std::vector<Slice> slices_;

  std::vector<BytesView> arguments_;
  std::vector<Bytes> inline_arguments_;  // quotes resolved, so they need bytes of their own
};

}  // namespace keemun::resp
