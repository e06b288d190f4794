// Any bytes are a value or are refused; one that is read and written is read again as the same.
#include "rdb/value.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "base/command_error.h"
#include "rdb/value_writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun;
  rdb::Value value;
  try {
    value = rdb::read_value({reinterpret_cast<const char*>(data), size});
  } catch (const CommandError&) {
    return 0;
  }
  CHECK(!value.elements.empty());
  const bool is_zset = value.type == types::KeyType::kZSet;
  CHECK(value.scores.size() == (is_zset ? value.elements.size() : 0));
  rdb::ValueWriter writer(value.type);
  for (size_t i = 0; i < value.elements.size(); ++i) {
    if (is_zset) {
      writer.add(value.elements[i], value.scores[i]);
    } else {
      writer.add(value.elements[i]);
    }
  }
  const rdb::Value again = rdb::read_value(std::move(writer).finish());
  CHECK(again.type == value.type && again.elements == value.elements);
  CHECK(again.scores == value.scores);
  return 0;
}
