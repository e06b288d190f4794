#include "verify/tls_wire.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "verify/target.h"

namespace keemun::verify {

namespace {

Bytes take_reason() {
  const unsigned long error = ERR_get_error();
  const char* const reason = ERR_SYSTEM_ERROR(error) ? std::strerror(ERR_GET_REASON(error))
                                                     : ERR_reason_error_string(error);
  ERR_clear_error();
  return reason == nullptr ? "no reason is known" : reason;
}

const char* path_or_none(const Bytes& path) {
  return path.empty() ? nullptr : path.c_str();
}

int int_size(size_t size) {
  return static_cast<int>(std::min<size_t>(size, std::numeric_limits<int>::max()));
}

class TlsWire final : public Wire {
 public:
  TlsWire(int socket, Bytes server, std::shared_ptr<ssl_ctx_st> context)
      : Wire(socket, std::move(server)),
        context_(std::move(context)),
        ssl_(SSL_new(context_.get()), SSL_free) {
    SSL_set_fd(ssl_.get(), socket);
  }
  ~TlsWire() override {
    if (SSL_is_init_finished(ssl_.get()) != 0) SSL_shutdown(ssl_.get());
    ERR_clear_error();
  }

  // Whom its certificate must be for, where it is looked at.
  void expect(const Bytes& name) {
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl_.get());
    if (X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) == 1) return;
    ERR_clear_error();
    const bool is_said = SSL_set_tlsext_host_name(ssl_.get(), name.c_str()) == 1;
    if (!is_said || SSL_set1_host(ssl_.get(), name.c_str()) != 1) {
      fail("is no name to ask for by TLS", take_reason());
    }
  }
  void shake_hands() {
    const int result = SSL_connect(ssl_.get());
    if (result == 1) return;
    const long verdict = SSL_get_verify_result(ssl_.get());
    if (verdict != X509_V_OK) {
      ERR_clear_error();
      fail("is not trusted", X509_verify_cert_error_string(verdict));
    }
    const int reason = SSL_get_error(ssl_.get(), result);
    if (reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE) fail_as_late();
    fail("does not speak TLS with us",
         reason == SSL_ERROR_SSL ? take_reason() : "it ended the connection");
  }

  void write(BytesView bytes) override {
    while (!bytes.empty()) {
      const int count = SSL_write(ssl_.get(), bytes.data(), int_size(bytes.size()));
      if (count <= 0) fail_after(count);
      bytes.remove_prefix(static_cast<size_t>(count));
    }
  }
  BytesView read(std::span<char> into) override {
    const int count = SSL_read(ssl_.get(), into.data(), int_size(into.size()));
    if (count <= 0) fail_after(count);
    return {into.data(), static_cast<size_t>(count)};
  }
  // What has come may be TLS' own, as tickets are: that is taken, and is nobody's reply.
  bool has_unread() override {
    const int flags = fcntl(socket(), F_GETFL);
    fcntl(socket(), F_SETFL, flags | O_NONBLOCK);
    char byte = 0;
    const int count = SSL_peek(ssl_.get(), &byte, 1);
    fcntl(socket(), F_SETFL, flags);
    const int reason = SSL_get_error(ssl_.get(), count);
    if (reason == SSL_ERROR_SSL) fail_after(count);
    ERR_clear_error();
    return count > 0;
  }

 private:
  [[noreturn]] void fail_after(int result) {
    const int reason = SSL_get_error(ssl_.get(), result);
    if (reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE) fail_as_late();
    if (reason == SSL_ERROR_SSL) fail("broke off TLS", take_reason());
    ERR_clear_error();
    fail_as_closed();
  }

  const std::shared_ptr<ssl_ctx_st> context_;
  const std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
};

[[noreturn]] void throw_cannot_read(const Bytes& path) {
  throw TargetError("TLS: " + path + ": " + take_reason());
}

void trust(SSL_CTX* context, const TlsOptions& options) {
  if (options.trusts_anybody) return SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const Bytes& file = options.authorities_file;
  const Bytes& folder = options.authorities_folder;
  if (file.empty() && folder.empty()) {
    SSL_CTX_set_default_verify_paths(context);
  } else if (SSL_CTX_load_verify_locations(context, path_or_none(file), path_or_none(folder)) !=
             1) {
    throw_cannot_read(file.empty() ? folder : file);
  }
}

void show_certificate(SSL_CTX* context, const TlsOptions& options) {
  if (options.certificate_file.empty() != options.key_file.empty()) {
    throw TargetError("TLS: a certificate and its key are given together");
  }
  if (options.certificate_file.empty()) return;
  if (SSL_CTX_use_certificate_chain_file(context, options.certificate_file.c_str()) != 1) {
    throw_cannot_read(options.certificate_file);
  }
  if (SSL_CTX_use_PrivateKey_file(context, options.key_file.c_str(), SSL_FILETYPE_PEM) != 1) {
    throw_cannot_read(options.key_file);
  }
}

}  // namespace

TlsClient::TlsClient(TlsOptions options)
    : options_(std::move(options)), context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free) {
  if (context_ == nullptr) throw TargetError("TLS: " + take_reason());
  SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context_.get(), SSL_MODE_AUTO_RETRY);
  trust(context_.get(), options_);
  show_certificate(context_.get(), options_);
}

std::unique_ptr<Wire> TlsClient::open(int socket, const Bytes& server, const Bytes& host) const {
  auto wire = std::make_unique<TlsWire>(socket, server, context_);
  wire->expect(options_.server_name.empty() ? host : options_.server_name);
  wire->shake_hands();
  return wire;
}

}  // namespace keemun::verify
