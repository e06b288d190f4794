// The golden vectors of spec/vectors as data: a line is "kind name=value ... => result".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace keemun {

struct GoldenVector {
  std::string file_and_line;
  std::string kind;
  std::map<std::string, std::string> fields;
  std::string result;  // as written

  const std::string& text(const std::string& name) const { return fields.at(name); }
  Bytes bytes(const std::string& name) const;  // from hex
  int64_t number(const std::string& name) const;
  std::vector<size_t> numbers(const std::string& name) const;  // "2,0,1", or "-" for none
  double bits(const std::string& name) const;                  // from the hex of its IEEE 754 bits
  Bytes result_bytes() const;
};

Bytes from_hex(const std::string& hex);
std::string to_hex(BytesView bytes);

// Every line of a file of spec/vectors, of which there are at least so many, holds.
void check_vectors(const std::string& file, size_t vectors_min,
                   const std::function<void(const GoldenVector&)>& check);

}  // namespace keemun
