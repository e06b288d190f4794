// Any bytes, cut anywhere: no crash, the same replies and error however they are cut, and every
// reply that was read survives being written and read again. The first byte chooses the size of the
// pieces, the rest is the stream.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "resp/encoder.h"
#include "resp/reply_parser.h"

namespace {

using keemun::Bytes;
using keemun::BytesView;
using keemun::resp::Protocol;
using keemun::resp::Reply;
using keemun::resp::ReplyParser;

struct Result {
  std::vector<Reply> replies;
  Bytes error;

  bool operator==(const Result&) const = default;
};

Result parse(BytesView stream, size_t piece_bytes) {
  ReplyParser parser;
  Result result;
  Reply reply;
  for (; !stream.empty(); stream.remove_prefix(std::min(piece_bytes, stream.size()))) {
    parser.feed(stream.substr(0, piece_bytes));
    while (parser.next(reply) == ReplyParser::Status::kReply) result.replies.push_back(reply);
  }
  result.error = parser.error();
  return result;
}

// An error that came as a bulk may hold line ends; as a line it comes back without them, so the
// second writing is compared with the first, not with what was read.
Bytes written(const Reply& reply, Protocol protocol) {
  Bytes bytes;
  encode(reply, protocol, bytes);
  return bytes;
}

void check_written_and_read_again(const Reply& reply, Protocol protocol) {
  const Bytes bytes = written(reply, protocol);
  ReplyParser parser;
  parser.feed(bytes);
  Reply again;
  const ReplyParser::Status status = parser.next(again);
  // An error's text may be longer as a bulk than a line may be.
  if (status == ReplyParser::Status::kError) return CHECK(parser.error() == "too long line");
  CHECK(status == ReplyParser::Status::kReply);
  CHECK(written(again, protocol) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const BytesView stream(reinterpret_cast<const char*>(data + 1), size - 1);
  const Result whole = parse(stream, stream.size());
  CHECK(parse(stream, 1) == whole);
  CHECK(parse(stream, 1 + data[0]) == whole);
  for (const Reply& reply : whole.replies) {
    check_written_and_read_again(reply, Protocol::kResp2);
    check_written_and_read_again(reply, Protocol::kResp3);
    keemun::resp::to_transcript(reply);
  }
  return 0;
}
