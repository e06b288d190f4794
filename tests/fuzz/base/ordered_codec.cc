// Input: pairs of eight bytes. Whatever decodes encodes to the same bytes, and two decoded numbers
// have the order of their bytes.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/ordered_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun;
  const Bytes input(data, data + size);
  ByteReader reader(input);
  BytesView left_bytes;
  BytesView right_bytes;
  while (reader.read_bytes(8, left_bytes) && reader.read_bytes(8, right_bytes)) {
    ByteReader left_reader(left_bytes);
    ByteReader right_reader(right_bytes);
    double left = 0;
    double right = 0;
    const bool left_ok = read_ordered_double(left_reader, left);
    const bool right_ok = read_ordered_double(right_reader, right);
    if (!left_ok) CHECK(left_reader.rest() == left_bytes);
    if (!left_ok || !right_ok) continue;
    Bytes again;
    append_ordered_double(again, left);
    CHECK(again == left_bytes);
    CHECK((left < right) == (left_bytes < right_bytes));
  }
  return 0;
}
