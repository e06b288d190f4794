#include "base/sha.h"

#include <openssl/sha.h>

#include <array>
#include <span>

#include "base/check.h"

namespace keemun {

namespace {

Bytes hex(std::span<const unsigned char> digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  Bytes text(2 * digest.size(), '\0');
  char* at = text.data();
  for (const unsigned char byte : digest) {
    *at++ = kDigits[byte >> 4];
    *at++ = kDigits[byte & 0xf];
  }
  return text;
}

const unsigned char* data_of(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

// Step by step, for in one step OpenSSL looks for the algorithm each time: that takes twice as long
// as the digest of a short script.
Bytes sha1_hex(BytesView bytes) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
  SHA_CTX sum;
  CHECK(SHA1_Init(&sum) == 1 && SHA1_Update(&sum, bytes.data(), bytes.size()) == 1);
  CHECK(SHA1_Final(digest.data(), &sum) == 1);
  return hex(digest);
}

Bytes sha256_hex(BytesView bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  CHECK(SHA256(data_of(bytes), bytes.size(), digest.data()) != nullptr);
  return hex(digest);
}

}  // namespace keemun
