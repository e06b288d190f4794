// Each small value that is read is written back byte for byte: ordered score with the value of its
// row, member index, list position, the records of a store.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "format/store_records.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun;
  using namespace keemun::format;
  const BytesView bytes(reinterpret_cast<const char*>(data), size);
  if (const auto score = OrderedScore::decode(bytes.substr(0, OrderedScore::kBytes))) {
    const BytesView row_value = bytes.substr(OrderedScore::kBytes);
    const auto exact = score_of_row(*score, row_value);
    if (exact) CHECK(OrderedScore(*exact) == *score && score_row_value(*exact) == row_value);
  }
  if (const auto index = MemberIndex::decode(bytes)) {
    CHECK(index->bytes() == bytes);
    if (index->is_inline()) CHECK(MemberIndex(index->inline_member()) == *index);
  }
  if (const auto position = ListPosition::decode(bytes)) {
    const auto again = position->bytes();
    CHECK(BytesView(again.data(), again.size()) == bytes);
  }
  if (const auto record = decode_namespace_record(bytes)) {
    CHECK(encode_namespace_record(*record) == bytes);
  }
  if (const auto until = decode_version_reservation(bytes)) {
    CHECK(encode_version_reservation(*until) == bytes);
  }
  if (const auto order = decode_database_order(bytes)) {
    CHECK(encode_database_order(*order) == bytes);
  }
  if (const auto code = decode_function_library(bytes)) {
    CHECK(encode_function_library(*code) == bytes);
  }
  if (const auto owner = decode_share_owner(bytes)) CHECK(encode_share_owner(*owner) == bytes);
  if (const auto beat = decode_share_beat(bytes)) CHECK(encode_share_beat(*beat) == bytes);
  if (const auto name = namespace_of_record_key(bytes)) CHECK(namespace_record_key(*name) == bytes);
  return 0;
}
