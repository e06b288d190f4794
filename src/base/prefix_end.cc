#include "base/prefix_end.h"

namespace keemun {

std::optional<Bytes> prefix_end(BytesView prefix) {
  // An FF cannot grow: it falls off and the byte before it takes the carry.
  const size_t last = prefix.find_last_not_of('\xff');
  if (last == BytesView::npos) return std::nullopt;
  Bytes end(prefix.substr(0, last + 1));
  end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace keemun
