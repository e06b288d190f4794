// The server behind TLS: a client that trusts its certificate talks to it, one without the
// certificate that is asked for does not.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <memory>

#include "base/check.h"
#include "support/certificate.h"
#include "support/keemun_process.h"
#include "support/loopback.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

class Tls : public testing::Test {
 protected:
  Tls() { write_certificate(certificate_, key_); }

  void Start(const Bytes& auth_clients, const Bytes& protocols = "TLSv1.2 TLSv1.3") {
    ASSERT_TRUE(server_.start({"--tls-port", std::to_string(port_), "--tls-cert-file", certificate_,
                               "--tls-key-file", key_, "--tls-ca-cert-file", certificate_,
                               "--tls-auth-clients", auth_clients, "--tls-protocols", protocols}))
        << server_.output();
  }

  // What is answered to these bytes, as many as are wanted; less if the connection ends. Where the
  // client says at once that it is done, to the end of the connection.
  Bytes Exchange(const Bytes& request, size_t bytes_wanted, bool shows_certificate) {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    constexpr timeval kPatience = {60, 0};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
    const sockaddr_in address = loopback(port_);
    CHECK(connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    SSL_CTX* context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    CHECK(SSL_CTX_load_verify_file(context, certificate_.c_str()) == 1);
    if (shows_certificate) {
      SSL_CTX_use_certificate_file(context, certificate_.c_str(), SSL_FILETYPE_PEM);
      SSL_CTX_use_PrivateKey_file(context, key_.c_str(), SSL_FILETYPE_PEM);
    }
    SSL* ssl = SSL_new(context);
    SSL_set_fd(ssl, connection);
    if (session_ != nullptr) SSL_set_session(ssl, session_.get());
    Bytes answer;
    if (SSL_connect(ssl) == 1) {
      SSL_write(ssl, request.data(), static_cast<int>(request.size()));
      if (is_done_at_once_) SSL_shutdown(ssl);
      char buffer[4096];
      while (answer.size() < bytes_wanted) {
        const int count = SSL_read(ssl, buffer, sizeof buffer);
        if (count <= 0) break;
        answer.append(buffer, static_cast<size_t>(count));
      }
      if (is_done_at_once_) was_closed_ = recv(connection, buffer, 1, 0) == 0;
    }
    was_resumed_ = SSL_session_reused(ssl) == 1;
    session_.reset(SSL_get1_session(ssl));
    SSL_shutdown(ssl);  // else the session is good for nothing
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(connection);
    return answer;
  }

  KeemunProcess server_;
  // Of the exchange before, which the next one goes on with.
  std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)> session_{nullptr, SSL_SESSION_free};
  bool was_resumed_ = false;
  bool is_done_at_once_ = false;
  bool was_closed_ = false;
  const int port_ = free_port();
  const Bytes certificate_ = server_.path("certificate.pem");
  const Bytes key_ = server_.path("key.pem");
};

TEST_F(Tls, SpeaksWhatItCanWhereNoProtocolIsNamed) {
  Start("no", " ");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "+PONG\r\n");
}

TEST_F(Tls, CarriesRequestsAndRepliesOfAnySize) {
  Start("no");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "+PONG\r\n");
  const Bytes value(1 << 20, 'x');
  const Bytes size = std::to_string(value.size());
  const Bytes set = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$" + size + "\r\n" + value + "\r\n";
  const Bytes expected = "+OK\r\n$" + size + "\r\n" + value + "\r\n";
  EXPECT_EQ(Exchange(set + "GET k\r\n", expected.size(), false), expected);
}

// That nothing more comes is read once, here while requests are still to be run.
TEST_F(Tls, EndsAConnectionWhoseClientIsDone) {
  Start("no");
  RawClient(server_.socket_path()).ask({"SET", "k", Bytes(100'000, 'x')});
  is_done_at_once_ = true;
  constexpr int kRequests = 500;
  Bytes requests;
  for (int i = 0; i < kRequests; ++i) requests += "GET k\r\n";
  EXPECT_GT(Exchange(requests, SIZE_MAX, false).size(), kRequests * 100'000u);
  EXPECT_TRUE(was_closed_);
}

TEST_F(Tls, LetsInOnlyWhoShowsACertificateWhereOneIsAskedFor) {
  Start("yes");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "");
  EXPECT_EQ(Exchange("PING\r\n", 7, true), "+PONG\r\n");
}

TEST_F(Tls, GoesOnWithASession) {
  for (const char* protocol : {"TLSv1.2", "TLSv1.3"}) {
    Start("yes", protocol);
    session_.reset();
    EXPECT_EQ(Exchange("PING\r\n", 7, true), "+PONG\r\n");
    EXPECT_FALSE(was_resumed_);
    EXPECT_EQ(Exchange("PING\r\n", 7, true), "+PONG\r\n") << protocol;
    EXPECT_TRUE(was_resumed_);
    server_.signal(SIGTERM);
    EXPECT_EQ(server_.wait(), 0);
  }
}

TEST_F(Tls, ReadsItsCertificateAnewWhenItIsNamed) {
  Start("no");
  RawClient admin(server_.socket_path());
  const auto name_again = [&] {
    return admin.ask({"CONFIG", "SET", "tls-cert-file", certificate_, "tls-key-file", key_});
  };
  write_certificate(certificate_, key_);  // clients trust what the files hold now
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "");
  EXPECT_EQ(name_again(), "OK");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "+PONG\r\n");

  const Bytes answer = admin.ask({"CONFIG", "SET", "tls-cert-file", server_.path("missing.pem")});
  EXPECT_NE(answer.find("'tls-cert-file') - TLS: tls-cert-file "), Bytes::npos) << answer;
  EXPECT_NE(admin.ask({"CONFIG", "GET", "tls-cert-file"}).find(certificate_), Bytes::npos);
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "+PONG\r\n");

  EXPECT_EQ(admin.ask({"CONFIG", "SET", "tls-auth-clients", "yes"}), "OK");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "");
  EXPECT_EQ(Exchange("PING\r\n", 7, true), "+PONG\r\n");
}

TEST_F(Tls, SaysInTheLogWhyAHandshakeFailed) {
  Start("yes");
  RawClient admin(server_.socket_path());
  EXPECT_EQ(admin.ask({"CONFIG", "SET", "loglevel", "verbose"}), "OK");
  EXPECT_EQ(Exchange("PING\r\n", 7, false), "");
  EXPECT_EQ(Exchange("PING\r\n", 7, true), "+PONG\r\n");
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  const size_t first = server_.output().find("TLS handshake failed: ");
  ASSERT_NE(first, Bytes::npos) << server_.output();
  EXPECT_NE(server_.output().find("peer did not return a certificate", first), Bytes::npos);
  EXPECT_EQ(server_.output().find("TLS handshake failed: ", first + 1), Bytes::npos)
      << server_.output();
}

TEST_F(Tls, IsNotServedWithoutACertificate) {
  EXPECT_FALSE(server_.start({"--tls-port", std::to_string(port_)}));
  EXPECT_NE(server_.output().find("tls-port needs tls-cert-file and tls-key-file"), Bytes::npos);
  EXPECT_EQ(server_.wait(), 1);
}

}  // namespace
}  // namespace keemun
