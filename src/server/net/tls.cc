#include "server/net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <limits>
#include <new>
#include <sstream>
#include <utility>

#include "base/ascii.h"
#include "base/command_error.h"

namespace keemun::server {

namespace {

Bytes take_reason() {
  char reason[256] = "";
  ERR_error_string_n(ERR_get_error(), reason, sizeof reason);
  ERR_clear_error();
  return reason;
}

[[noreturn]] void throw_cannot(const Bytes& what) {
  throw CommandError("TLS: " + what + ": " + take_reason());
}

int int_size(size_t size) {
  return static_cast<int>(std::min<size_t>(size, std::numeric_limits<int>::max()));
}

class TlsStream final : public Stream {
 public:
  TlsStream(Descriptor socket, std::shared_ptr<ssl_ctx_st> context)
      : Stream(std::move(socket)), context_(std::move(context)), ssl_(SSL_new(context_.get())) {
    if (ssl_ == nullptr) throw std::bad_alloc();
    SSL_set_fd(ssl_, this->socket().number());
    SSL_set_accept_state(ssl_);
    // What is written again after it could not be sent may lie elsewhere then, and be longer.
    SSL_set_mode(ssl_, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  }
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;
  ~TlsStream() override {
    if (SSL_is_init_finished(ssl_) != 0) SSL_shutdown(ssl_);
    ERR_clear_error();
    SSL_free(ssl_);
  }

  void finish() override {
    if (SSL_is_init_finished(ssl_) != 0) SSL_shutdown(ssl_);
    ERR_clear_error();
    Stream::finish();
  }

  // The first reads and writes carry the handshake.
  Transfer read(std::span<char> into) override {
    return transfer_of(SSL_read(ssl_, into.data(), int_size(into.size())));
  }
  Transfer write(BytesView from) override {
    return transfer_of(SSL_write(ssl_, from.data(), int_size(from.size())));
  }
  Bytes trouble() const override { return trouble_; }
  bool has_unread() const override { return SSL_pending(ssl_) > 0; }

 private:
  Transfer transfer_of(int result) {
    if (result > 0) {
      has_spoken_ = true;
      return {Status::kDone, static_cast<size_t>(result)};
    }
    const int reason = SSL_get_error(ssl_, result);
    if (reason == SSL_ERROR_SSL && !has_spoken_) {
      trouble_ = "TLS handshake failed: " + take_reason();
    }
    ERR_clear_error();
    const bool is_later = reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE;
    if (is_later) return {Status::kAgain, 0};
    return {reason == SSL_ERROR_ZERO_RETURN ? Status::kEnded : Status::kClosed, 0};
  }

  const std::shared_ptr<ssl_ctx_st> context_;
  SSL* const ssl_;
  bool has_spoken_ = false;  // later, who hangs up without a farewell is an error to OpenSSL, too
  Bytes trouble_;
};

void load_keys(SSL_CTX* context, const Settings& settings) {
  if (settings.tls_cert_file.empty() || settings.tls_key_file.empty()) {
    throw CommandError("TLS: tls-port needs tls-cert-file and tls-key-file");
  }
  // Read during this call only; an empty one, too, so that nobody is asked on a terminal.
  SSL_CTX_set_default_passwd_cb_userdata(context,
                                         const_cast<char*>(settings.tls_key_file_pass.c_str()));
  if (SSL_CTX_use_certificate_chain_file(context, settings.tls_cert_file.c_str()) != 1) {
    throw_cannot("tls-cert-file " + settings.tls_cert_file);
  }
  if (SSL_CTX_use_PrivateKey_file(context, settings.tls_key_file.c_str(), SSL_FILETYPE_PEM) != 1) {
    throw_cannot("tls-key-file " + settings.tls_key_file);
  }
  SSL_CTX_set_default_passwd_cb_userdata(context, nullptr);
}

void ask_for_certificates(SSL_CTX* context, const Settings& settings) {
  if (settings.tls_auth_clients == "no") return;
  if (settings.tls_ca_cert_file.empty() && settings.tls_ca_cert_dir.empty()) {
    throw CommandError(
        "TLS: clients cannot be asked for certificates without tls-ca-cert-file or "
        "tls-ca-cert-dir: set one, or tls-auth-clients no");
  }
  const auto path = [](const Bytes& text) { return text.empty() ? nullptr : text.c_str(); };
  if (SSL_CTX_load_verify_locations(context, path(settings.tls_ca_cert_file),
                                    path(settings.tls_ca_cert_dir)) != 1) {
    throw_cannot("tls-ca-cert-file " + settings.tls_ca_cert_file);
  }
  const int demands = settings.tls_auth_clients == "yes" ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0;
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | demands, nullptr);
}

// "TLSv1.2 TLSv1.3", as in redis.conf.
void choose_protocols(SSL_CTX* context, const Bytes& names) {
  bool has_2 = false;
  bool has_3 = false;
  std::istringstream words(names);
  for (Bytes word; words >> word;) {
    const bool is_2 = ascii_equal_ignoring_case(word, "TLSv1.2");
    const bool is_3 = ascii_equal_ignoring_case(word, "TLSv1.3");
    if (!is_2 && !is_3) {
      throw CommandError("TLS: tls-protocols '" + names + "': TLSv1.2 and TLSv1.3 are known");
    }
    has_2 |= is_2;
    has_3 |= is_3;
  }
  const bool has_none = !has_2 && !has_3;  // then it is as good as not set
  SSL_CTX_set_min_proto_version(context, has_2 || has_none ? TLS1_2_VERSION : TLS1_3_VERSION);
  SSL_CTX_set_max_proto_version(context, has_3 || has_none ? TLS1_3_VERSION : TLS1_2_VERSION);
}

}  // namespace

TlsContext::TlsContext(const Settings& settings)
    : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
  if (context_ == nullptr) throw_cannot("no context");
  SSL_CTX* const context = context_.get();
  choose_protocols(context, settings.tls_protocols);
  if (!settings.tls_ciphers.empty() &&
      SSL_CTX_set_cipher_list(context, settings.tls_ciphers.c_str()) != 1) {
    throw_cannot("tls-ciphers " + settings.tls_ciphers);
  }
  if (!settings.tls_ciphersuites.empty() &&
      SSL_CTX_set_ciphersuites(context, settings.tls_ciphersuites.c_str()) != 1) {
    throw_cannot("tls-ciphersuites " + settings.tls_ciphersuites);
  }
  load_keys(context, settings);
  ask_for_certificates(context, settings);
  // Clients keep their sessions themselves. Without a name for what these are good for, whoever
  // came back with one would be refused where certificates are asked for.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  constexpr unsigned char kUse[] = {'k', 'e', 'e', 'm', 'u', 'n'};
  SSL_CTX_set_session_id_context(context, kUse, sizeof kUse);
}

std::unique_ptr<Stream> TlsContext::open(Descriptor socket) const {
  return std::make_unique<TlsStream>(std::move(socket), context_);
}

}  // namespace keemun::server
