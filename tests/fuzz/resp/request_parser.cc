// Any bytes, cut anywhere: no crash, and the same requests and error however they are cut. The
// first byte chooses the limits and the size of the pieces, the rest is the stream.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "resp/request_parser.h"

namespace {

using keemun::Bytes;
using keemun::BytesView;
using keemun::resp::RequestLimits;
using keemun::resp::RequestParser;

struct Result {
  std::vector<std::vector<Bytes>> requests;
  Bytes error;

  bool operator==(const Result&) const = default;
};

Result parse(BytesView stream, size_t piece_bytes, uint8_t choice) {
  const RequestLimits small = {.bulk_bytes_max = 100,
                               .argument_count_max = 16,
                               .inline_bytes_max = 32,
                               .request_bytes_max = 200};
  RequestParser parser((choice & 1) != 0 ? small : RequestLimits());
  parser.set_authentication_required((choice & 2) != 0);
  Result result;
  for (; !stream.empty(); stream.remove_prefix(std::min(piece_bytes, stream.size()))) {
    parser.feed(stream.substr(0, piece_bytes));
    while (parser.next() == RequestParser::Status::kRequest) {
      CHECK(!parser.arguments().empty());
      result.requests.emplace_back(parser.arguments().begin(), parser.arguments().end());
    }
  }
  result.error = parser.error();
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const uint8_t choice = data[0];
  const BytesView stream(reinterpret_cast<const char*>(data + 1), size - 1);
  const Result whole = parse(stream, stream.size(), choice);
  CHECK(parse(stream, 1, choice) == whole);
  CHECK(parse(stream, 1 + choice / 4u, choice) == whole);
  return 0;
}
