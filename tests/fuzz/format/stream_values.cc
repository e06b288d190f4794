// Each value of a stream's row that is read is written back byte for byte.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "format/stream_members.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun;
  using namespace keemun::format;
  const BytesView bytes(reinterpret_cast<const char*>(data), size);
  if (const auto words = decode_stream_entry(bytes)) {
    CHECK(encode_stream_entry(std::vector<BytesView>(words->begin(), words->end())) == bytes);
  }
  if (const auto group = decode_stream_group(bytes)) CHECK(encode_stream_group(*group) == bytes);
  if (const auto consumer = decode_stream_consumer(bytes)) {
    CHECK(encode_stream_consumer(*consumer) == bytes);
  }
  if (const auto pending = decode_stream_pending(bytes)) {
    CHECK(encode_stream_pending(*pending) == bytes);
  }
  return 0;
}
