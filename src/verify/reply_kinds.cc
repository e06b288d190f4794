#include "verify/reply_kinds.h"

#include <algorithm>
#include <vector>

namespace keemun::verify {

using resp::Reply;
using Kind = Reply::Kind;

namespace {

Kind kind_on_wire(const Reply& reply, int protocol) {
  if (protocol == 3) return reply.is_null() ? Kind::kNull : reply.kind();
  switch (reply.kind()) {
    case Kind::kMap:
    case Kind::kSet:
    case Kind::kPush:
      return Kind::kArray;
    case Kind::kDouble:
    case Kind::kBigNumber:
    case Kind::kVerbatim:
      return Kind::kBulk;
    case Kind::kBoolean:
      return Kind::kInteger;
    default:
      return reply.kind();
  }
}

// One text for the kinds of a reply and its parts. Which of them have an order is not known here,
// and no matter: who compares what they say has looked at it.
template <typename KindOf>
Bytes kinds_of(const Reply& reply, const KindOf& kind_of) {
  Bytes kinds(1, static_cast<char>('a' + static_cast<int>(kind_of(reply))));
  if (!reply.is_aggregate()) return kinds;
  std::vector<Bytes> parts;
  for (const Reply& item : reply.items()) parts.push_back(kinds_of(item, kind_of));
  std::sort(parts.begin(), parts.end());
  kinds += '(';
  for (const Bytes& part : parts) kinds += part;
  return kinds + ')';
}

}  // namespace

bool has_kinds_of(const Reply& expected, const Reply& observed, int protocol) {
  if (observed.is_null() && !expected.is_null()) return true;
  const auto on_wire = [protocol](const Reply& reply) { return kind_on_wire(reply, protocol); };
  const auto as_it_is = [](const Reply& reply) { return reply.kind(); };
  return kinds_of(observed, as_it_is) == kinds_of(expected, on_wire);
}

Bytes kind_name(const Reply& reply) {
  switch (reply.kind()) {
    case Kind::kStatus:
      return "status";
    case Kind::kError:
      return "error";
    case Kind::kInteger:
      return "integer";
    case Kind::kBulk:
      return "bulk";
    case Kind::kNull:
      return "null";
    case Kind::kNullArray:
      return "null array";
    case Kind::kArray:
      return "array";
    case Kind::kMap:
      return "map";
    case Kind::kSet:
      return "set";
    case Kind::kDouble:
      return "double";
    case Kind::kBoolean:
      return "boolean";
    case Kind::kBigNumber:
      return "big number";
    case Kind::kVerbatim:
      return "verbatim text";
    case Kind::kPush:
      return "push";
  }
  return {};
}

}  // namespace keemun::verify
