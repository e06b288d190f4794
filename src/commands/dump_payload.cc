#include "commands/dump_payload.h"

#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "base/integer_codec.h"

namespace keemun::commands {

using types::KeyType;

namespace {

constexpr uint8_t kVersion = 1;
constexpr size_t kHeadBytes = 2;
constexpr size_t kChecksumBytes = 8;
constexpr uint8_t kTypeMax = 4;

// The number of a type in a payload, on its own feet: it is kept by clients.
uint8_t number_of(KeyType type) {
  switch (type) {
    case KeyType::kString:
      return 0;
    case KeyType::kHash:
      return 1;
    case KeyType::kSet:
      return 2;
    case KeyType::kZSet:
      return 3;
    case KeyType::kList:
      return kTypeMax;
  }
  return 0;
}

constexpr KeyType kTypes[] = {KeyType::kString, KeyType::kHash, KeyType::kSet, KeyType::kZSet,
                              KeyType::kList};

constexpr std::array<uint64_t, 256> make_crc_table() {
  constexpr uint64_t kPolynomial = 0x42f0e1eba9ea3693;
  std::array<uint64_t, 256> table{};
  for (uint64_t byte = 0; byte < table.size(); ++byte) {
    uint64_t crc = byte << 56;
    for (int bit = 0; bit < 8; ++bit) crc = (crc << 1) ^ ((crc >> 63) != 0 ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}
constexpr auto kCrcTable = make_crc_table();

uint64_t crc64(BytesView bytes) {
  uint64_t crc = 0;
  for (const char byte : bytes) {
    crc = (crc << 8) ^ kCrcTable[(crc >> 56) ^ static_cast<unsigned char>(byte)];
  }
  return crc;
}

bool read_sized(ByteReader& reader, BytesView& element) {
  uint32_t size = 0;
  return reader.read_be32(size) && reader.read_bytes(size, element);
}

}  // namespace

PayloadWriter::PayloadWriter(KeyType type) {
  append_u8(bytes_, kVersion);
  append_u8(bytes_, number_of(type));
}

void PayloadWriter::add_element(BytesView element) {
  append_be32(bytes_, static_cast<uint32_t>(element.size()));
  bytes_ += element;
}

void PayloadWriter::add_score(double score) {
  append_be64(bytes_, std::bit_cast<uint64_t>(score));
}

Bytes PayloadWriter::finish() {
  append_be64(bytes_, crc64(bytes_));
  return std::move(bytes_);
}

std::optional<Payload> open_payload(BytesView bytes) {
  if (bytes.size() < kHeadBytes + kChecksumBytes) return std::nullopt;
  const BytesView content = bytes.substr(0, bytes.size() - kChecksumBytes);
  ByteReader head(content);
  ByteReader tail(bytes.substr(content.size()));
  uint8_t version = 0;
  uint8_t type = 0;
  uint64_t checksum = 0;
  if (!head.read_u8(version) || !head.read_u8(type) || !tail.read_be64(checksum)) {
    return std::nullopt;
  }
  if (version != kVersion || type > kTypeMax || checksum != crc64(content)) return std::nullopt;
  return Payload{kTypes[type], head.rest()};
}

std::optional<std::vector<BytesView>> read_elements(const Payload& payload) {
  std::vector<BytesView> elements;
  ByteReader reader(payload.body);
  while (!reader.at_end()) {
    BytesView element;
    if (!read_sized(reader, element)) return std::nullopt;
    elements.push_back(element);
  }
  const bool is_odd_hash = payload.type == KeyType::kHash && elements.size() % 2 != 0;
  if (elements.empty() || is_odd_hash) return std::nullopt;
  return elements;
}

std::optional<std::vector<ScoredElement>> read_scored_elements(const Payload& payload) {
  std::vector<ScoredElement> elements;
  ByteReader reader(payload.body);
  while (!reader.at_end()) {
    uint64_t bits = 0;
    BytesView member;
    if (!reader.read_be64(bits) || !read_sized(reader, member)) return std::nullopt;
    const double score = std::bit_cast<double>(bits);
    if (std::isnan(score)) return std::nullopt;
    elements.push_back({score, member});
  }
  if (elements.empty()) return std::nullopt;
  return elements;
}

}  // namespace keemun::commands
