#include "server/config/database_label.h"

#include <algorithm>

namespace keemun::server {

namespace {

bool is_plain(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

void append_escaped(Bytes& line, char c) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  line += "\\x";
  line += kDigits[byte >> 4];
  line += kDigits[byte & 15];
}

}  // namespace

Bytes database_label(BytesView text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return Bytes(text);
  Bytes label = "\"";
  for (const char c : text) {
    if (is_plain(c)) {
      label += c;
    } else {
      append_escaped(label, c);
    }
  }
  return label + "\"";
}

}  // namespace keemun::server
