#include "commands/function/function_payload.h"

#include <cstdint>

#include "base/command_error.h"
#include "base/integer_codec.h"
#include "rdb/elements.h"
#include "rdb/reader.h"
#include "rdb/string_writer.h"

namespace keemun::commands {

namespace {

constexpr uint8_t kLibrary = 0xF5;

}  // namespace

void add_library(Bytes& content, BytesView code) {
  append_u8(content, kLibrary);
  rdb::append_string(content, code);
}

std::vector<Bytes> read_libraries(BytesView content) {
  rdb::Elements codes;
  for (rdb::Reader reader(content); !reader.at_end();) {
    if (reader.byte() != kLibrary) throw CommandError("ERR given type is not a function");
    codes.add(reader.string());
  }
  return std::move(codes).take();
}

}  // namespace keemun::commands
