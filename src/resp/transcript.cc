// to_transcript(): the layout of redis-cli on a terminal.

#include <ostream>

#include "resp/reply.h"

namespace keemun::resp {
namespace {

// Redis' quoting of arbitrary bytes: what a terminal shows stays, the rest is escaped.
void append_quoted(BytesView bytes, Bytes& out) {
  constexpr BytesView kHexDigits = "0123456789abcdef";
  constexpr BytesView kEscaped = "\\\"\n\r\t\a\b";
  constexpr BytesView kEscapes = "\\\"nrtab";
  out.push_back('"');
  for (const char c : bytes) {
    const size_t escape = kEscaped.find(c);
    const auto byte = static_cast<unsigned char>(c);
    if (escape != BytesView::npos) {
      out.push_back('\\');
      out.push_back(kEscapes[escape]);
    } else if (byte >= 0x20 && byte < 0x7f) {
      out.push_back(c);
    } else {
      out.append("\\x");
      out.push_back(kHexDigits[byte >> 4]);
      out.push_back(kHexDigits[byte & 0xf]);
    }
  }
  out.push_back('"');
}

BytesView empty_text(Reply::Kind kind) {
  switch (kind) {
    case Reply::Kind::kMap:
      return "(empty hash)";
    case Reply::Kind::kSet:
      return "(empty set)";
    case Reply::Kind::kPush:
      return "(empty push)";
    default:
      return "(empty array)";
  }
}

char index_mark(Reply::Kind kind) {
  if (kind == Reply::Kind::kSet) return '~';
  return kind == Reply::Kind::kMap ? '#' : ')';
}

void append_reply(const Reply& reply, size_t indent, Bytes& out);

// The first line of an aggregate continues the line of its parent, the others start at `indent`.
void append_aggregate(const Reply& reply, size_t indent, Bytes& out) {
  const Reply::Items& items = reply.items();
  if (items.empty()) {
    out.append(empty_text(reply.kind()));
    return;
  }
  const size_t stride = reply.kind() == Reply::Kind::kMap ? 2 : 1;
  const size_t index_width = std::to_string(items.size() / stride).size();
  const size_t inner_indent = indent + index_width + 2;
  for (size_t i = 0; i + stride <= items.size(); i += stride) {
    if (i != 0) out.append("\n").append(indent, ' ');
    const Bytes index = std::to_string(i / stride + 1);
    out.append(index_width - index.size(), ' ').append(index);
    out.push_back(index_mark(reply.kind()));
    out.push_back(' ');
    append_reply(items[i], inner_indent, out);
    if (stride == 2) {
      out.append(" => ");
      append_reply(items[i + 1], inner_indent, out);
    }
  }
}

// Calls itself once per level; see reply.cc for why that is bounded.
void append_reply(const Reply& reply, size_t indent, Bytes& out) {
  switch (reply.kind()) {
    case Reply::Kind::kStatus:
      out.append(reply.text());
      return;
    case Reply::Kind::kError:
      out.append("(error) ").append(reply.text());
      return;
    case Reply::Kind::kInteger:
      out.append("(integer) ").append(std::to_string(reply.integer()));
      return;
    case Reply::Kind::kBulk:
      append_quoted(reply.text(), out);
      return;
    case Reply::Kind::kNull:
    case Reply::Kind::kNullArray:
      out.append("(nil)");
      return;
    case Reply::Kind::kDouble:
      out.append("(double) ").append(reply.number_text());
      return;
    case Reply::Kind::kBoolean:
      out.append(reply.boolean() ? "(true)" : "(false)");
      return;
    case Reply::Kind::kBigNumber:
      out.append("(big number) ").append(reply.text());
      return;
    case Reply::Kind::kVerbatim:
      out.append(reply.verbatim_text());
      return;
    case Reply::Kind::kArray:
    case Reply::Kind::kMap:
    case Reply::Kind::kSet:
    case Reply::Kind::kPush:
      append_aggregate(reply, indent, out);
      return;
  }
}

}  // namespace

Bytes to_transcript(const Reply& reply) {
  Bytes out;
  append_reply(reply, 0, out);
  return out;
}

std::ostream& operator<<(std::ostream& stream, const Reply& reply) {
  return stream << to_transcript(reply);
}

}  // namespace keemun::resp
