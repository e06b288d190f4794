#include "resp/reply.h"

#include <bit>

#include "base/check.h"
#include "base/double_text.h"
#include "base/number_text.h"

namespace keemun::resp {

// The functions below call themselves once per level. That is bounded: a reply of ours is as deep
// as its command builds it, and one from outside is refused by ReplyParser beyond kReplyDepthMax.

Reply Reply::number(double value) {
  Reply reply(Kind::kDouble, Bytes());
  reply.number_ = value;
  return reply;
}

Reply Reply::number_written(Bytes text) {
  const auto value = parse_double(text);
  CHECK(value);
  Reply reply(Kind::kDouble, std::move(text));
  reply.number_ = *value;
  return reply;
}

Bytes Reply::number_text() const {
  DCHECK(kind_ == Kind::kDouble);
  return text_.empty() ? Bytes(DoubleText(number_).view()) : text_;
}

Reply Reply::verbatim(BytesView format, BytesView text) {
  CHECK(format.size() == 3);
  Bytes whole;
  whole.reserve(format.size() + 1 + text.size());
  whole.append(format).append(":").append(text);
  return Reply(Kind::kVerbatim, std::move(whole));
}

bool Reply::is_aggregate() const {
  return kind_ == Kind::kArray || kind_ == Kind::kMap || kind_ == Kind::kSet ||
         kind_ == Kind::kPush;
}

BytesView Reply::verbatim_text() const {
  DCHECK(kind_ == Kind::kVerbatim);
  return BytesView(text_).substr(4);
}

Reply Reply::resp2_form() && {
  return has_one_form() ? std::move(*this) : std::as_const(*this).resp2_form();
}

Reply Reply::resp2_form() const& {
  switch (kind_) {
    case Kind::kStatus:
    case Kind::kError:
    case Kind::kInteger:
    case Kind::kBulk:
    case Kind::kNull:
    case Kind::kNullArray:
      return *this;
    case Kind::kDouble:
      return bulk(number_text());
    case Kind::kBoolean:
      return integer(integer_);
    case Kind::kBigNumber:
      return bulk(text_);
    case Kind::kVerbatim:
      return bulk(Bytes(verbatim_text()));
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kSet:
    case Kind::kPush:
      break;
  }
  Items flat;
  flat.reserve(items_.size());
  for (const Reply& item : items_) flat.push_back(item.resp2_form());
  return array(std::move(flat));
}

bool operator==(const Reply& a, const Reply& b) {
  return a.kind_ == b.kind_ && a.integer_ == b.integer_ &&
         std::bit_cast<uint64_t>(a.number_) == std::bit_cast<uint64_t>(b.number_) &&
         a.text_ == b.text_ && a.items_ == b.items_;
}

}  // namespace keemun::resp
