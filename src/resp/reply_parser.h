// Replies out of the bytes of a server, RESP2 and RESP3 alike: the inverse of encode(). Touches no
// socket: feed() what came, then next() until it wants more. Any bytes are answered by a reply, by
// an error or by waiting; how they are cut into pieces changes nothing.
//
// Owns the bytes it was fed and the halves of replies; a whole reply belongs to the caller. Nesting
// is kept on a stack of its own, at most depth_max high, so hostile bytes cannot exhaust ours.
// RESP3's streamed aggregates and attributes, which Redis 7.0 does not send, are errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "resp/input_buffer.h"
#include "resp/reply.h"

namespace keemun::resp {

struct ReplyLimits {
  size_t bulk_bytes_max = size_t{512} << 20;
  size_t line_bytes_max = size_t{64} << 10;
  size_t item_count_max = size_t{1} << 22;  // all items of one reply, on all levels
  size_t depth_max = kReplyDepthMax;
};

class ReplyParser {
 public:
  enum class Status : uint8_t { kReply, kNeedMore, kError };

  explicit ReplyParser(const ReplyLimits& limits = {}) : limits_(limits) {}

  // After an error the bytes are dropped.
  void feed(BytesView bytes);

  // kReply: `reply` is the next one, otherwise it is left alone. kError: error() says why, and it
  // stays so.
  Status next(Reply& reply);

  const Bytes& error() const { return error_; }

 private:
  // An aggregate of which some items are still missing.
  struct Frame {
    Reply::Kind kind;
    size_t missing_count;
    Reply::Items items;
  };

  // Reads one value, or the header of an aggregate. Nothing: more bytes are needed, error_ is set,
  // or the header opened a frame; `progress` tells whether to go on.
  std::optional<Reply> read_value(bool& progress);
  std::optional<Reply> read_bulk(char type, BytesView size_text, size_t header_bytes,
                                 bool& progress);
  std::optional<Reply> read_aggregate(char type, BytesView count_text);
  std::optional<Reply> parse_line(char type, BytesView text);
  std::optional<BytesView> find_line();

  // Puts a value where it belongs; the whole reply if it was the last missing part.
  std::optional<Reply> settle(Reply value);
  std::nullopt_t fail(Bytes text);

  ReplyLimits limits_;
  Bytes error_;
  InputBuffer input_;
  size_t scanned_ = 0;  // no '\r' before this position of the unread bytes
  size_t item_count_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace keemun::resp
