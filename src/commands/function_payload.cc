#include "commands/function_payload.h"

#include <array>
#include <optional>
#include <utility>

#include "base/integer_codec.h"
#include "base/number_text.h"
#include "commands/call.h"

namespace keemun::commands {

namespace {

constexpr uint8_t kLibraryMark = 0xF5;
constexpr uint16_t kVersion = 10;
constexpr size_t kVersionBytes = 2;
constexpr size_t kChecksumBytes = 8;
// No interpreter has room for more.
constexpr size_t kTextsBytesMax = size_t{256} << 20;

constexpr uint8_t kFormBits = 0xC0;
constexpr uint8_t kShort = 0x00;
constexpr uint8_t kMiddle = 0x40;
constexpr uint8_t kFourBytes = 0x80;
constexpr uint8_t kEightBytes = 0x81;
constexpr uint8_t kInteger8 = 0xC0;
constexpr uint8_t kInteger16 = 0xC1;
constexpr uint8_t kInteger32 = 0xC2;
constexpr uint8_t kCompressed = 0xC3;

constexpr std::array<uint64_t, 256> make_crc_table() {
  constexpr uint64_t kReflectedPolynomial = 0x95ac9329ac4bc9b5;
  std::array<uint64_t, 256> table{};
  for (uint64_t byte = 0; byte < table.size(); ++byte) {
    uint64_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReflectedPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}
constexpr auto kCrcTable = make_crc_table();

uint64_t crc64(BytesView bytes) {
  uint64_t crc = 0;
  for (const char byte : bytes) {
    crc = kCrcTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8);
  }
  return crc;
}

void append_little(Bytes& bytes, uint64_t number, size_t size) {
  for (size_t i = 0; i < size; ++i) append_u8(bytes, static_cast<uint8_t>(number >> (8 * i)));
}

uint64_t read_little(BytesView bytes) {
  uint64_t number = 0;
  for (size_t i = bytes.size(); i > 0; --i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return number;
}

void append_size(Bytes& bytes, uint64_t size) {
  constexpr uint64_t kShortEnd = uint64_t{1} << 6;
  constexpr uint64_t kMiddleEnd = uint64_t{1} << 14;
  if (size < kShortEnd) return append_u8(bytes, static_cast<uint8_t>(size));
  if (size < kMiddleEnd) {
    return append_be16(bytes, static_cast<uint16_t>(size | uint64_t{kMiddle} << 8));
  }
  append_u8(bytes, kEightBytes);
  append_be64(bytes, size);
}

// What stands behind its first byte, of a size that is no other form.
bool read_size(ByteReader& reader, uint8_t first, uint64_t& size) {
  size = first & ~kFormBits;
  if ((first & kFormBits) == kShort) return true;
  if ((first & kFormBits) == kMiddle) {
    uint8_t second = 0;
    if (!reader.read_u8(second)) return false;
    size = size << 8 | second;
    return true;
  }
  if (first == kEightBytes) return reader.read_be64(size);
  uint32_t four_bytes = 0;
  if (first != kFourBytes || !reader.read_be32(four_bytes)) return false;
  size = four_bytes;
  return true;
}

bool read_size(ByteReader& reader, uint64_t& size) {
  uint8_t first = 0;
  return reader.read_u8(first) && read_size(reader, first, size);
}

std::optional<Bytes> read_digits(ByteReader& reader, size_t byte_count) {
  BytesView bytes;
  if (!reader.read_bytes(byte_count, bytes)) return std::nullopt;
  const int unused_bits = static_cast<int>(64 - 8 * byte_count);
  return format_int64(static_cast<int64_t>(read_little(bytes) << unused_bits) >> unused_bits);
}

// LZF: a byte below 32 and that many bytes and one more as they are; or 3 bits of how many bytes
// and 13 of how far behind they stand already.
bool decompress(BytesView packed, size_t size, Bytes& text) {
  constexpr uint8_t kLiteralEnd = 32;
  constexpr size_t kLongRun = 7;
  ByteReader reader(packed);
  while (!reader.at_end()) {
    uint8_t first = 0;
    uint8_t more = 0;
    uint8_t low = 0;
    if (!reader.read_u8(first)) return false;
    if (first < kLiteralEnd) {
      BytesView literal;
      if (!reader.read_bytes(size_t{first} + 1, literal)) return false;
      text += literal;
    } else {
      size_t count = first >> 5;
      if (count == kLongRun && !reader.read_u8(more)) return false;
      if (!reader.read_u8(low)) return false;
      count += more + size_t{2};
      const size_t distance = (size_t{first & 0x1Fu} << 8 | low) + 1;
      if (distance > text.size()) return false;
      for (size_t i = 0; i < count; ++i) text += text[text.size() - distance];
    }
    if (text.size() > size) return false;
  }
  return text.size() == size;
}

std::optional<Bytes> read_compressed(ByteReader& reader, size_t bytes_max) {
  uint64_t packed_size = 0;
  uint64_t size = 0;
  BytesView packed;
  if (!read_size(reader, packed_size) || !read_size(reader, size) || size > bytes_max) {
    return std::nullopt;
  }
  Bytes text;
  if (!reader.read_bytes(packed_size, packed) || !decompress(packed, size, text)) {
    return std::nullopt;
  }
  return text;
}

// A text in any of its forms.
std::optional<Bytes> read_text(ByteReader& reader, size_t bytes_max) {
  uint8_t first = 0;
  if (!reader.read_u8(first)) return std::nullopt;
  switch (first) {
    case kInteger8:
      return read_digits(reader, 1);
    case kInteger16:
      return read_digits(reader, 2);
    case kInteger32:
      return read_digits(reader, 4);
    case kCompressed:
      return read_compressed(reader, bytes_max);
    default:
      break;
  }
  uint64_t size = 0;
  BytesView text;
  if (!read_size(reader, first, size) || size > bytes_max || !reader.read_bytes(size, text)) {
    return std::nullopt;
  }
  return Bytes(text);
}

}  // namespace

void FunctionPayloadWriter::add(BytesView code) {
  append_u8(bytes_, kLibraryMark);
  append_size(bytes_, code.size());
  bytes_ += code;
}

Bytes FunctionPayloadWriter::finish() {
  append_little(bytes_, kVersion, kVersionBytes);
  append_little(bytes_, crc64(bytes_), kChecksumBytes);
  return std::move(bytes_);
}

std::vector<Bytes> read_function_payload(BytesView payload) {
  constexpr BytesView kWrongEnd = "ERR DUMP payload version or checksum are wrong";
  constexpr size_t kEndBytes = kVersionBytes + kChecksumBytes;
  if (payload.size() < kEndBytes) throw_error(kWrongEnd);
  const size_t content_bytes = payload.size() - kEndBytes;
  const BytesView checked = payload.substr(0, payload.size() - kChecksumBytes);
  if (read_little(payload.substr(content_bytes, kVersionBytes)) > kVersion ||
      read_little(payload.substr(checked.size())) != crc64(checked)) {
    throw_error(kWrongEnd);
  }
  std::vector<Bytes> codes;
  size_t bytes_left = kTextsBytesMax;
  for (ByteReader reader(payload.substr(0, content_bytes)); !reader.at_end();) {
    uint8_t mark = 0;
    if (!reader.read_u8(mark) || mark != kLibraryMark) {
      throw_error("ERR given type is not a function");
    }
    auto code = read_text(reader, bytes_left);
    if (!code) throw_error("ERR Failed loading library payload");
    bytes_left -= code->size();
    codes.push_back(std::move(*code));
  }
  return codes;
}

}  // namespace keemun::commands
