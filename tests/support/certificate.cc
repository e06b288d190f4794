#include "support/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdio>

#include "base/check.h"

namespace keemun {

void write_certificate(const Bytes& certificate_path, const Bytes& key_path) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("keemun"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  CHECK(X509_sign(certificate, key, EVP_sha256()) > 0);
  std::FILE* file = std::fopen(certificate_path.c_str(), "w");
  CHECK(file != nullptr && PEM_write_X509(file, certificate) == 1);
  std::fclose(file);
  file = std::fopen(key_path.c_str(), "w");
  CHECK(file != nullptr && PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr));
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

}  // namespace keemun
