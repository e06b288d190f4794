#include "base/sha.h"

#include <openssl/sha.h>

#include <array>
#include <span>

#include "base/check.h"

namespace keemun {

namespace {

Bytes hex(std::span<const unsigned char> digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  Bytes text;
  text.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 0xf]);
  }
  return text;
}

const unsigned char* data_of(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

Bytes sha1_hex(BytesView bytes) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
  CHECK(SHA1(data_of(bytes), bytes.size(), digest.data()) != nullptr);
  return hex(digest);
}

Bytes sha256_hex(BytesView bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  CHECK(SHA256(data_of(bytes), bytes.size(), digest.data()) != nullptr);
  return hex(digest);
}

}  // namespace keemun
