#include "verify/server_address.h"

#include <charconv>

namespace keemun::verify {

namespace {

constexpr int kPortMax = 65535;
constexpr int kUsualPort = 6379;

template <typename Number>
std::optional<Number> parse_whole(BytesView digits, int base) {
  Number number = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

std::optional<Bytes> without_escapes(BytesView text) {
  constexpr int kHexadecimal = 16;
  Bytes plain;
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text[0] != '%') {
      plain += text[0];
      continue;
    }
    const auto code = parse_whole<unsigned char>(text.substr(1, 2), kHexadecimal);
    if (text.size() < 3 || !code) return std::nullopt;
    plain += static_cast<char>(*code);
    text.remove_prefix(2);
  }
  return plain;
}

// HOST:PORT, or HOST alone where there is a `usual_port`; into `address`. False: it is neither.
bool read_place(BytesView text, std::optional<int> usual_port, ServerAddress& address) {
  const bool is_bracketed = text.starts_with('[');
  const size_t host_end = is_bracketed ? text.find(']') : text.rfind(':');
  if (is_bracketed && host_end == BytesView::npos) return false;
  const size_t host_begin = is_bracketed ? 1 : 0;
  address.host = text.substr(host_begin, host_end - host_begin);
  if (address.host.empty() || address.host.find('/') != Bytes::npos) return false;
  const size_t place_end = is_bracketed ? host_end + 1 : host_end;
  if (place_end >= text.size()) {
    address.port = usual_port.value_or(0);
    return usual_port.has_value();
  }
  if (text[place_end] != ':') return false;
  constexpr int kDecimal = 10;
  const auto port = parse_whole<int>(text.substr(place_end + 1), kDecimal);
  address.port = port.value_or(0);
  return address.port >= 1 && address.port <= kPortMax;
}

// USER:PASSWORD or PASSWORD. False: it is neither.
bool read_credentials(BytesView text, ServerAddress& address) {
  const size_t colon = text.find(':');
  const bool has_user = colon != BytesView::npos;
  const auto user = without_escapes(has_user ? text.substr(0, colon) : "");
  const auto password = without_escapes(has_user ? text.substr(colon + 1) : text);
  if (!user || !password || password->empty()) return false;
  address.user = *user;
  address.password = *password;
  return true;
}

std::optional<ServerAddress> parse_url(BytesView text, bool has_tls) {
  ServerAddress address;
  address.has_tls = has_tls;
  const size_t at = text.rfind('@');
  if (at != BytesView::npos) {
    if (!read_credentials(text.substr(0, at), address)) return std::nullopt;
    text.remove_prefix(at + 1);
  }
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.find('/') != BytesView::npos || !read_place(text, kUsualPort, address)) {
    return std::nullopt;
  }
  return address;
}

}  // namespace

std::optional<ServerAddress> parse_server_address(BytesView text) {
  constexpr BytesView kUnix = "unix:";
  constexpr BytesView kClear = "redis://";
  constexpr BytesView kTls = "rediss://";
  if (text.starts_with(kClear)) return parse_url(text.substr(kClear.size()), false);
  if (text.starts_with(kTls)) return parse_url(text.substr(kTls.size()), true);
  ServerAddress address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    if (address.path.empty()) return std::nullopt;
    return address;
  }
  if (!read_place(text, std::nullopt, address)) return std::nullopt;
  return address;
}

Bytes shown(const ServerAddress& address) {
  if (address.host.empty()) return "unix:" + address.path;
  return address.host + ":" + std::to_string(address.port);
}

}  // namespace keemun::verify
