// The one way a command ends with an error reply: thrown where the trouble is seen, caught where
// the command was started. `text` is the whole line a client reads, code first: "ERR syntax error".
#pragma once

#include <utility>

#include "base/bytes.h"

namespace keemun {

// What is answered for a key whose rows cannot be read begins so.
inline constexpr BytesView kOfCorruptKey = "ERR corrupt key '";

class CommandError {
 public:
  explicit CommandError(Bytes text) : text_(std::move(text)) {}

  const Bytes& text() const { return text_; }
  // For people, to whom "ERR " says nothing.
  BytesView words() const {
    constexpr BytesView kCode = "ERR ";
    return BytesView(text_).substr(text_.starts_with(kCode) ? kCode.size() : 0);
  }

 private:
  Bytes text_;
};

}  // namespace keemun
