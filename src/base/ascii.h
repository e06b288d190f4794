// Letter case as the protocol knows it: command names, options and "inf" ignore the case of the 26
// ASCII letters. All other bytes stand for themselves, whatever the locale of the host.
#pragma once

#include "base/bytes.h"

namespace keemun {

constexpr char ascii_lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

inline Bytes ascii_lower(BytesView text) {
  Bytes lower(text);
  for (char& byte : lower) byte = ascii_lower(byte);
  return lower;
}

constexpr bool ascii_equal_ignoring_case(BytesView left, BytesView right) {
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (ascii_lower(left[i]) != ascii_lower(right[i])) return false;
  }
  return true;
}

// As Redis compares the words of a request: without case, and up to a NUL.
constexpr bool is_same_word(BytesView argument, BytesView word) {
  return ascii_equal_ignoring_case(argument.substr(0, argument.find('\0')), word);
}

}  // namespace keemun
