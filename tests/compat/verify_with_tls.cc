// `keemun verify` on servers that speak TLS.
#include <gmock/gmock.h>

#include "support/certificate.h"
#include "support/loopback.h"
#include "verify_runs.h"

namespace keemun {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class VerifyWithTls : public VerifyProgram {
 protected:
  VerifyWithTls() {
    write_certificate(certificate_, key_);
    write_certificate(another_, another_key_);
  }

  // Who asks its clients for a certificate, or does not.
  RedisServer serve(const Bytes& asks) {
    return RedisServer({"--tls-port", port_, "--tls-cert-file", certificate_, "--tls-key-file",
                        key_, "--tls-ca-cert-file", certificate_, "--tls-auth-clients", asks});
  }
  Ended verify_with(const Bytes& options) {
    return verify("--target rediss://127.0.0.1:" + port_ + " --commands 500 " + options);
  }

  const Bytes port_ = std::to_string(free_port());
  const Bytes certificate_ = out_ / "certificate.pem";
  const Bytes key_ = out_ / "key.pem";
  const Bytes another_ = out_ / "another.pem";
  const Bytes another_key_ = out_ / "another_key.pem";
  const Bytes trusts_it_ = "--cacert " + certificate_ + " --sni keemun ";
};

TEST_F(VerifyWithTls, PlaysOnWhomItTrusts) {
  const RedisServer redis = serve("no");
  EXPECT_EQ(verify_with(trusts_it_).status, 0);
  EXPECT_EQ(verify_with("--insecure").status, 0);
  const Bytes in_the_clear = "--target 127.0.0.1:" + port_ + " --commands 500 ";
  EXPECT_EQ(verify(in_the_clear + "--tls " + trusts_it_).status, 0);
  const Ended clear = verify(in_the_clear);
  EXPECT_EQ(clear.status, 2) << clear.said;
}

TEST_F(VerifyWithTls, SaysWhomItDoesNotTrust) {
  const RedisServer redis = serve("no");
  const auto refuses = [&](const Bytes& options, BytesView why) {
    const Ended ended = verify_with(options);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.said, HasSubstr(Bytes("127.0.0.1:") + port_ + " is not trusted: "));
    EXPECT_THAT(ended.said, HasSubstr(Bytes(why)));
  };
  refuses("", "self-signed certificate");
  refuses("--cacert " + another_ + " --sni keemun", "self-signed certificate");
  refuses("--cacert " + certificate_, "IP address mismatch");
  refuses("--cacert " + certificate_ + " --sni others", "hostname mismatch");
}

TEST_F(VerifyWithTls, SaysThatAServerSpeaksNone) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = loopback(std::stoi(port_));
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  std::thread server([listener] {  // leaves in the middle of the greeting
    const int client = accept(listener, nullptr, nullptr);
    char first = 0;
    EXPECT_EQ(recv(client, &first, 1, 0), 1);
    close(client);
  });
  const Ended ended = verify_with("--insecure");
  server.join();
  close(listener);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.said, HasSubstr("does not speak TLS with us: it ended the connection"));
}

TEST_F(VerifyWithTls, ShowsItsCertificateWhereOneIsAskedFor) {
  const RedisServer redis = serve("yes");
  const Ended without = verify_with(trusts_it_);
  EXPECT_EQ(without.status, 2);
  // Its reason may be lost with the connection.
  EXPECT_THAT(without.said, AnyOf(HasSubstr("certificate required"), HasSubstr("closed")));
  EXPECT_EQ(verify_with(trusts_it_ + "--cert " + certificate_ + " --key " + key_).status, 0);
  EXPECT_THAT(verify_with(trusts_it_ + "--cert " + certificate_).said,
              HasSubstr("a certificate and its key are given together"));
  EXPECT_THAT(verify_with("--cacert /nonexistent").said, HasSubstr("TLS: /nonexistent: "));
}

}  // namespace
}  // namespace keemun
