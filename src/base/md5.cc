#include "base/md5.h"

#include <openssl/md5.h>

#include "base/check.h"

namespace keemun {

// OpenSSL would have one ask for the algorithm as an object with a life of its own. That costs
// twice as much as the digest of a key, and would be of use only where MD5 is to keep a secret.
Md5Digest md5(BytesView bytes) {
  Md5Digest digest;
  static_assert(MD5_DIGEST_LENGTH == sizeof(digest));
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  CHECK(MD5(data, bytes.size(), digest.data()) != nullptr);
  return digest;
}

Bytes md5_bytes(BytesView bytes, size_t count) {
  const Md5Digest digest = md5(bytes);
  CHECK(count <= digest.size());
  return Bytes(digest.begin(), digest.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace keemun
