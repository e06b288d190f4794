// Streams of requests as clients send them, well or badly, and replies of every kind.
#pragma once

#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "resp/encoder.h"
#include "resp/reply.h"

namespace keemun::resp {

// Bytes in which those that mean something to the protocol are frequent.
inline rc::Gen<Bytes> any_bytes() {
  const auto byte = rc::gen::weightedOneOf<char>(
      {{4, rc::gen::inRange('a', 'e')},
       {2, rc::gen::element('\r', '\n', '\0', ' ', '"', '\'', '\\', 'x', '*', '$', '0', '1')},
       {1, rc::gen::arbitrary<char>()}});
  return rc::gen::container<Bytes>(byte);
}

inline rc::Gen<std::vector<Bytes>> any_arguments() {
  return rc::gen::nonEmpty(rc::gen::container<std::vector<Bytes>>(any_bytes()));
}

inline Bytes encoded(const std::vector<Bytes>& arguments) {
  const std::vector<BytesView> views(arguments.begin(), arguments.end());
  Bytes out;
  encode_request(views, out);
  return out;
}

// Inline commands, some of them with quotes that do not balance.
inline rc::Gen<Bytes> any_inline_line() {
  const auto part = rc::gen::weightedElement<Bytes>({{8, "a"},
                                                     {4, " "},
                                                     {2, "\t"},
                                                     {1, "\v"},
                                                     {1, "\r"},
                                                     {1, "*1"},
                                                     {1, "$1"},
                                                     {3, " \"\\x41b\\n\" "},
                                                     {3, " 'a\\'\"b' "},
                                                     {1, "a\"b c\" "}});
  const auto rare_part = rc::gen::weightedElement<Bytes>({{60, ""}, {1, "\""}, {1, "'"}});
  return rc::gen::apply(
      [](const std::vector<Bytes>& parts, const Bytes& rare, const Bytes& end) {
        Bytes line;
        for (const Bytes& text : parts) line += text;
        return line + rare + end;
      },
      rc::gen::scale(0.1, rc::gen::container<std::vector<Bytes>>(part)), rare_part,
      rc::gen::element<Bytes>("\r\n", "\n"));
}

inline rc::Gen<Bytes> any_request_bytes() {
  const auto small_arguments = rc::gen::scale(0.1, any_arguments());
  return rc::gen::weightedOneOf<Bytes>(
      {{20, rc::gen::map(small_arguments, encoded)},
       {20, any_inline_line()},
       {5, rc::gen::element<Bytes>("\r\n", "\n", "*0\r\n", "*-1\r\n", "*1\rX$1\rXaXX", "PING\r\n")},
       {1, rc::gen::element<Bytes>("*a\r\n", "*1\r\n$-1\r\n", "*1\r\n:1\r\n", "*1\r\n\r\n", "\"\n",
                                   "*2147483648\r\n", "*1\r\n$536870913\r\n")}});
}

// Whole requests up to the size at which every cut can be tried.
inline rc::Gen<Bytes> any_request_stream() {
  return rc::gen::map(
      rc::gen::scale(0.3, rc::gen::container<std::vector<Bytes>>(any_request_bytes())),
      [](const std::vector<Bytes>& parts) {
        Bytes stream;
        for (const Bytes& part : parts) stream += part;
        return stream;
      });
}

// Text that fits on a line, which is all that a status or error can carry unchanged.
inline rc::Gen<Bytes> any_line() {
  return rc::gen::map(any_bytes(), [](Bytes text) {
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
    return text;
  });
}

inline rc::Gen<double> any_double() {
  const auto bits = rc::gen::map(rc::gen::arbitrary<uint64_t>(), [](uint64_t value) {
    const double number = std::bit_cast<double>(value);
    return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
  });
  const auto special = rc::gen::element(
      0.0, -0.0, 0.1, 1e21, 5e-324, std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN());
  return rc::gen::oneOf(bits, special);
}

inline rc::Gen<Reply> any_scalar() {
  return rc::gen::oneOf(
      rc::gen::map(any_line(), Reply::status), rc::gen::map(any_line(), Reply::error),
      rc::gen::map(rc::gen::arbitrary<int64_t>(),
                   [](int64_t value) { return Reply::integer(value); }),
      rc::gen::map(any_bytes(), Reply::bulk),
      rc::gen::element(Reply::null(), Reply::null_array(), Reply::boolean(true),
                       Reply::boolean(false)),
      rc::gen::map(any_double(), [](double value) { return Reply::number(value); }),
      rc::gen::map(rc::gen::arbitrary<int64_t>(),
                   [](int64_t value) { return Reply::big_number(std::to_string(value) + "0"); }),
      rc::gen::map(any_bytes(), [](const Bytes& text) { return Reply::verbatim("txt", text); }));
}

inline rc::Gen<Reply> any_reply(int depth_max = 3) {
  if (depth_max == 0) return any_scalar();
  return rc::gen::mapcat(rc::gen::inRange(0, 8), [depth_max](int kind) -> rc::Gen<Reply> {
    if (kind >= 4) return any_scalar();
    const auto items = rc::gen::scale(0.3, rc::gen::container<Reply::Items>(rc::gen::lazy(
                                               [depth_max] { return any_reply(depth_max - 1); })));
    return rc::gen::map(items, [kind](Reply::Items list) {
      if (kind == 0) return Reply::array(std::move(list));
      if (kind == 1) return Reply::set(std::move(list));
      if (kind == 2) return Reply::push(std::move(list));
      list.resize(list.size() / 2 * 2);
      return Reply::map(std::move(list));
    });
  });
}

}  // namespace keemun::resp
