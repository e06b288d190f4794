#include "base/md5.h"

#include <openssl/evp.h>

#include "base/check.h"

namespace keemun {
namespace {

// Looking an algorithm up by name takes longer than a short digest; OpenSSL's object is immutable
// and may be shared by all threads, so it is looked up once and kept until the process ends.
const EVP_MD* md5_algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "MD5", nullptr);
  return algorithm;
}

}  // namespace

Md5Digest md5(BytesView bytes) {
  const EVP_MD* algorithm = md5_algorithm();
  CHECK(algorithm != nullptr);
  Md5Digest digest;
  unsigned int size = 0;
  CHECK(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, algorithm, nullptr) == 1);
  CHECK(size == digest.size());
  return digest;
}

Bytes md5_bytes(BytesView bytes, size_t count) {
  const Md5Digest digest = md5(bytes);
  CHECK(count <= digest.size());
  return Bytes(digest.begin(), digest.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace keemun
