#include "generators.h"

#include <bit>
#include <cmath>
#include <limits>

namespace keemun::format {

Bytes draw_bytes() {
  return *rc::gen::container<Bytes>(rc::gen::element('a', 'b', '\0', '\xff', '{', '}', '#'));
}

Bytes draw_long_bytes() {
  return *rc::gen::container<Bytes>(rc::gen::arbitrary<char>());
}

Bytes draw_damaged(Bytes row) {
  const size_t at = *rc::gen::inRange<size_t>(0, row.size() + 1);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return row.substr(0, at);
    case 1:
      return row.insert(at, draw_bytes());
    case 2:
      if (at < row.size()) row[at] = *rc::gen::arbitrary<char>();
      return row;
    default:
      return draw_long_bytes();
  }
}

KeyLayout draw_layout() {
  const auto kind = *rc::gen::element(LayoutKind::kPlain, LayoutKind::kMd5, LayoutKind::kSlot);
  return KeyLayout(kind, draw_bytes());
}

int64_t draw_int64() {
  using Limits = std::numeric_limits<int64_t>;
  return *rc::gen::weightedOneOf<int64_t>(
      {{2, rc::gen::arbitrary<int64_t>()},
       {1, rc::gen::element<int64_t>(0, 1, -1, Limits::min(), Limits::max(), 255, 256, -256)}});
}

KeyVersion draw_version() {
  return KeyVersion(draw_int64() & std::numeric_limits<int64_t>::max());
}

double draw_score() {
  using Limits = std::numeric_limits<double>;
  const double score = *rc::gen::weightedOneOf<double>(
      {{2, rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                        [](uint64_t bits) { return std::bit_cast<double>(bits); })},
       {2, rc::gen::map(rc::gen::inRange(-5000, 5000), [](int n) { return n / 16.0; })},
       {1, rc::gen::element(0.0, -0.0, 1.0, -1.0, Limits::infinity(), -Limits::infinity(),
                            Limits::denorm_min(), -Limits::denorm_min(), Limits::max(),
                            Limits::min(), 1e7, 1e-3, 9007199254740993.0, 0.1 + 0.2)}});
  return std::isnan(score) ? 0.5 : score;
}

}  // namespace keemun::format
