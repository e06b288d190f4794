#include "resp/encoder.h"

#include <array>
#include <charconv>

#include "base/check.h"
#include "base/double_text.h"

namespace keemun::resp {
namespace {

constexpr BytesView kLineEnd = "\r\n";

void append_number_line(char type, int64_t value, Bytes& out) {
  std::array<char, 24> line;
  line[0] = type;
  char* end = std::to_chars(line.data() + 1, line.data() + line.size() - 2, value).ptr;
  *end++ = '\r';
  *end++ = '\n';
  out.append(line.data(), static_cast<size_t>(end - line.data()));
}

void append_size_line(char type, size_t size, Bytes& out) {
  append_number_line(type, static_cast<int64_t>(size), out);
}

void append_text_line(char type, BytesView text, Bytes& out) {
  out.push_back(type);
  const size_t start = out.size();
  out.append(text);
  for (size_t i = start; i < out.size(); ++i) {
    if (out[i] == '\r' || out[i] == '\n') out[i] = ' ';
  }
  out.append(kLineEnd);
}

void append_bulk(char type, BytesView bytes, Bytes& out) {
  append_size_line(type, bytes.size(), out);
  out.append(bytes).append(kLineEnd);
}

// Most have no text of their own, and none is made for them.
void append_double(char type, const Reply& reply, void (*append)(char, BytesView, Bytes&),
                   Bytes& out) {
  if (!reply.text().empty()) return append(type, reply.text(), out);
  append(type, DoubleText(reply.number()).view(), out);
}

// The kinds that RESP2 lacks, as it has to do with them.
void encode_scalar_resp2(const Reply& reply, Bytes& out) {
  switch (reply.kind()) {
    case Reply::Kind::kNull:
      out.append("$-1\r\n");
      return;
    case Reply::Kind::kNullArray:
      out.append("*-1\r\n");
      return;
    case Reply::Kind::kDouble:
      return append_double('$', reply, append_bulk, out);
    case Reply::Kind::kBoolean:
      return append_number_line(':', reply.boolean() ? 1 : 0, out);
    case Reply::Kind::kVerbatim:
      return append_bulk('$', reply.verbatim_text(), out);
    default:
      return append_bulk('$', reply.text(), out);
  }
}

void encode_scalar_resp3(const Reply& reply, Bytes& out) {
  switch (reply.kind()) {
    case Reply::Kind::kNull:
    case Reply::Kind::kNullArray:
      out.append("_\r\n");
      return;
    case Reply::Kind::kDouble:
      return append_double(',', reply, append_text_line, out);
    case Reply::Kind::kBoolean:
      out.append(reply.boolean() ? "#t\r\n" : "#f\r\n");
      return;
    case Reply::Kind::kVerbatim:
      return append_bulk('=', reply.text(), out);
    default:
      return append_text_line('(', reply.text(), out);
  }
}

}  // namespace

// Every aggregate is an array in RESP2.
void encode_head(const Reply& aggregate, Protocol protocol, Bytes& out) {
  const size_t count = aggregate.items().size();
  if (protocol == Protocol::kResp2) return append_size_line('*', count, out);
  switch (aggregate.kind()) {
    case Reply::Kind::kMap:
      DCHECK(count % 2 == 0);
      return append_size_line('%', count / 2, out);
    case Reply::Kind::kSet:
      return append_size_line('~', count, out);
    case Reply::Kind::kPush:
      return append_size_line('>', count, out);
    default:
      return append_size_line('*', count, out);
  }
}

// Calls itself once per level; replies are as deep as their command builds them.
void encode(const Reply& reply, Protocol protocol, Bytes& out) {
  switch (reply.kind()) {
    case Reply::Kind::kStatus:
      return append_text_line('+', reply.text(), out);
    case Reply::Kind::kError:
      return append_text_line('-', reply.text(), out);
    case Reply::Kind::kInteger:
      return append_number_line(':', reply.integer(), out);
    case Reply::Kind::kBulk:
      return append_bulk('$', reply.text(), out);
    case Reply::Kind::kNull:
    case Reply::Kind::kNullArray:
    case Reply::Kind::kDouble:
    case Reply::Kind::kBoolean:
    case Reply::Kind::kBigNumber:
    case Reply::Kind::kVerbatim:
      return protocol == Protocol::kResp2 ? encode_scalar_resp2(reply, out)
                                          : encode_scalar_resp3(reply, out);
    case Reply::Kind::kArray:
    case Reply::Kind::kMap:
    case Reply::Kind::kSet:
    case Reply::Kind::kPush:
      encode_head(reply, protocol, out);
      for (const Reply& item : reply.items()) encode(item, protocol, out);
      return;
  }
}

size_t text_bytes(const Reply& reply) {
  size_t count = reply.text().size();
  for (const Reply& item : reply.items()) count += text_bytes(item);
  return count;
}

void encode_request(std::span<const BytesView> arguments, Bytes& out) {
  append_size_line('*', arguments.size(), out);
  for (const BytesView argument : arguments) append_bulk('$', argument, out);
}

}  // namespace keemun::resp
