#include "verify/reply_kinds.h"

#include <set>
#include <utility>

namespace keemun::verify {

using resp::Reply;
using Kind = Reply::Kind;

namespace {

void leave_one_null(Reply& reply) {
  if (reply.is_null()) reply = Reply::null();
  for (Reply& item : reply.items()) leave_one_null(item);
}

// One text for the kinds of a reply and its parts. Their order and number are no matter here, for
// not all have an order, and a scan may have an element twice: who compares what they say knows.
Bytes kinds_of(const Reply& reply) {
  Bytes kinds(1, static_cast<char>('a' + static_cast<int>(reply.kind())));
  if (!reply.is_aggregate()) return kinds;
  std::set<Bytes> parts;
  for (const Reply& item : reply.items()) parts.insert(kinds_of(item));
  kinds += '(';
  for (const Bytes& part : parts) kinds += part;
  return kinds + ')';
}

}  // namespace

Reply on_wire(Reply reply, int protocol) {
  if (protocol == 2) return std::move(reply).resp2_form();
  leave_one_null(reply);
  return reply;
}

bool are_of_same_kinds(const Reply& expected, const Reply& observed) {
  return kinds_of(expected) == kinds_of(observed);
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
