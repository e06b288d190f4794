// The lines of one section of INFO.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/number_text.h"

namespace keemun::server {

class Section {
 public:
  void add(BytesView name, const Bytes& value) { text_ += Bytes(name) + ":" + value + "\r\n"; }
  void add(BytesView name, int64_t value) { add(name, format_int64(value)); }
  const Bytes& text() const { return text_; }

 private:
  Bytes text_;
};

}  // namespace keemun::server
