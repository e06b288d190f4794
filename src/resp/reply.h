// A reply as a value: what a command answers, before anybody decides between RESP2 and RESP3.
//
// Kinds that only RESP3 knows (map, set, double, boolean, big number, verbatim, push) have one
// RESP2 form each, see resp2_form(). The two nulls differ in RESP2 ($-1 and *-1) and are one in
// RESP3. An aggregate owns its items; a map keeps keys and values in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace keemun::resp {

// How deep a reply from outside may nest. Everything that walks a reply (copying, comparing,
// destroying, encoding) calls itself once per level and relies on this bound.
inline constexpr size_t kReplyDepthMax = 32;

class Reply {
 public:
  enum class Kind : uint8_t {
    kStatus,     // +OK
    kError,      // -ERR text
    kInteger,    // :1
    kBulk,       // $3 abc
    kNull,       // $-1 or _
    kNullArray,  // *-1 or _; up to here a reply has one form only (has_one_form)
    kArray,      // *n
    kMap,        // *2n or %n
    kSet,        // *n or ~n
    kDouble,     // bulk or ,1.5
    kBoolean,    // :1 or #t
    kBigNumber,  // bulk or (123
    kVerbatim,   // bulk or =15 txt:...
    kPush,       // *n or >n
  };
  using Items = std::vector<Reply>;

  Reply() = default;  // a null, so that a vector of replies can be resized

  static Reply ok() { return status("OK"); }
  static Reply status(Bytes text) { return Reply(Kind::kStatus, std::move(text)); }
  static Reply error(Bytes text) { return Reply(Kind::kError, std::move(text)); }
  static Reply integer(int64_t value) { return Reply(Kind::kInteger, value); }
  static Reply bulk(Bytes bytes) { return Reply(Kind::kBulk, std::move(bytes)); }
  // One of each element's text. They are made where they stand, since there may be many.
  template <typename Element, typename TextOf = std::identity>
  static Items bulks(std::vector<Element> elements, TextOf text_of = {}) {
    Items items(elements.size());
    for (size_t i = 0; i < elements.size(); ++i) {
      items[i].kind_ = Kind::kBulk;
      items[i].text_ = std::move(std::invoke(text_of, elements[i]));
    }
    return items;
  }
  static Reply null() { return Reply(); }
  static Reply null_array() { return Reply(Kind::kNullArray, Bytes()); }
  static Reply array(Items items = {}) { return Reply(Kind::kArray, std::move(items)); }
  static Reply map(Items keys_and_values = {}) {
    return Reply(Kind::kMap, std::move(keys_and_values));
  }
  static Reply set(Items items = {}) { return Reply(Kind::kSet, std::move(items)); }
  static Reply number(double value);
  // Written as this text, which Redis has for some numbers; its value is what the text says.
  static Reply number_written(Bytes text);
  static Reply boolean(bool value) { return Reply(Kind::kBoolean, static_cast<int64_t>(value)); }
  static Reply big_number(Bytes digits) { return Reply(Kind::kBigNumber, std::move(digits)); }
  // `format` is three characters: "txt" or "mkd".
  static Reply verbatim(BytesView format, BytesView text);
  static Reply push(Items items) { return Reply(Kind::kPush, std::move(items)); }

  Kind kind() const { return kind_; }
  bool is_error() const { return kind_ == Kind::kError; }
  bool is_null() const { return kind_ == Kind::kNull || kind_ == Kind::kNullArray; }
  bool is_aggregate() const;
  // What it is for RESP2 it is for RESP3.
  bool has_one_form() const { return kind_ <= Kind::kNullArray; }

  // Status, error, bulk, big number; a verbatim's text with its "txt:" in front; a double's where
  // it has one of its own.
  const Bytes& text() const { return text_; }
  BytesView verbatim_text() const;  // without the "txt:"
  int64_t integer() const { return integer_; }
  bool boolean() const { return integer_ != 0; }
  double number() const { return number_; }
  Bytes number_text() const;  // of a double
  const Items& items() const { return items_; }
  Items& items() { return items_; }

  // The same reply as a RESP2 client reads it: maps and sets flattened, doubles as text.
  Reply resp2_form() const&;
  Reply resp2_form() &&;

  // Equal bit for bit: kinds too, and the two zeros of a double differ.
  friend bool operator==(const Reply& a, const Reply& b);

 private:
  explicit Reply(Kind kind, Bytes&& text) : kind_(kind), text_(std::move(text)) {}
  explicit Reply(Kind kind, int64_t integer) : kind_(kind), integer_(integer) {}
  explicit Reply(Kind kind, Items&& items) : kind_(kind), items_(std::move(items)) {}

  Kind kind_ = Kind::kNull;
  int64_t integer_ = 0;
  double number_ = 0;
  Bytes text_;
  Items items_;
};

// As redis-cli prints it on a terminal, without the last newline, for transcripts and test
// failures: (integer) 1, "abc", (nil), 1) "a".
Bytes to_transcript(const Reply& reply);
std::ostream& operator<<(std::ostream& stream, const Reply& reply);

}  // namespace keemun::resp
