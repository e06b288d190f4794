#include "base/sha1.h"

#include <openssl/sha.h>

#include <array>

#include "base/check.h"

namespace keemun {

Bytes sha1_hex(BytesView bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  CHECK(SHA1(data, bytes.size(), digest.data()) != nullptr);
  Bytes hex;
  hex.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 0xf]);
  }
  return hex;
}

}  // namespace keemun
