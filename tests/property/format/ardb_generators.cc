#include "ardb_generators.h"

#include <cmath>
#include <limits>

#include "generators.h"

namespace keemun::format {

namespace {

constexpr int64_t k53 = int64_t{1} << 53;

ArdbElements draw_elements(size_t count) {
  ArdbElements elements;
  for (size_t i = 0; i < count; ++i) elements.push_back(draw_ardb_element());
  return elements;
}

// What stands for something: no nil.
ArdbElement draw_value() {
  return *rc::gen::arbitrary<bool>() ? ArdbElement(draw_bytes()) : draw_ardb_number();
}

ArdbElements draw_elements_of(ArdbType type) {
  switch (type) {
    case ArdbType::kString:
    case ArdbType::kHashField:
    case ArdbType::kListElement:
      return {draw_value()};
    case ArdbType::kZSetScore:
      return {draw_score()};
    case ArdbType::kSet:
    case ArdbType::kZSet:
      return draw_elements(*rc::gen::element(size_t{0}, size_t{2}));
    case ArdbType::kList:
      return {draw_ardb_number(), draw_ardb_number()};
    case ArdbType::kMerge:
    case ArdbType::kStream:
    case ArdbType::kStreamElement:
    case ArdbType::kStreamPending:
      return draw_elements(*rc::gen::inRange<size_t>(0, 4));
    default:
      return {};
  }
}

}  // namespace

ArdbElement draw_ardb_number() {
  using Ints = std::numeric_limits<int64_t>;
  const auto integer = *rc::gen::weightedOneOf<int64_t>(
      {{1, rc::gen::inRange<int64_t>(-3, 4)},
       {1, rc::gen::inRange<int64_t>(k53 - 3, k53 + 4)},
       {1, rc::gen::inRange<int64_t>(-k53 - 3, -k53 + 4)},
       {1, rc::gen::inRange<int64_t>(Ints::min(), Ints::min() + 1100)},
       {1, rc::gen::inRange<int64_t>(Ints::max() - 1100, Ints::max())},
       {1, rc::gen::just(Ints::max())},
       {2, rc::gen::arbitrary<int64_t>()}});
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return static_cast<double>(integer);
    case 1:
      return draw_score();
    default:
      return integer;
  }
}

ArdbElement draw_ardb_element() {
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      return ArdbNil();
    case 1:
    case 2:
      return draw_bytes();
    default:
      return draw_ardb_number();
  }
}

ArdbElement draw_ardb_element_near(const ArdbElement& element) {
  const auto* integer = std::get_if<int64_t>(&element);
  if (integer == nullptr || *rc::gen::inRange(0, 4) == 0) return draw_ardb_element();
  const auto step = *rc::gen::inRange<int64_t>(-2, 3);
  const auto near =
      static_cast<int64_t>(static_cast<uint64_t>(*integer) + static_cast<uint64_t>(step));
  if (*rc::gen::arbitrary<bool>()) return near;
  const auto number = static_cast<double>(near);
  return *rc::gen::element(number, std::nextafter(number, -0x1p70), std::nextafter(number, 0x1p70));
}

ArdbKey draw_ardb_key() {
  const auto short_bytes = [] {
    return *rc::gen::element<Bytes>("", "a", Bytes("\0", 1), Bytes("a\0", 2), Bytes("a\0\xff", 3),
                                    "ab", draw_bytes());
  };
  const auto type = *rc::gen::element(ArdbType::kMeta, ArdbType::kHashField, ArdbType::kListElement,
                                      ArdbType::kZSetSort, ArdbType::kTtlSort);
  ArdbKey key{short_bytes(), short_bytes(), type, {}};
  if (type != ArdbType::kMeta) key.elements = draw_elements(*rc::gen::inRange<size_t>(0, 4));
  return key;
}

ArdbValue draw_ardb_value() {
  ArdbValue value;
  value.type = *rc::gen::element(ArdbType::kString, ArdbType::kHash, ArdbType::kHashField,
                                 ArdbType::kList, ArdbType::kListElement, ArdbType::kSet,
                                 ArdbType::kSetMember, ArdbType::kZSet, ArdbType::kZSetSort,
                                 ArdbType::kZSetScore, ArdbType::kStream, ArdbType::kStreamElement,
                                 ArdbType::kStreamPending, ArdbType::kTtlSort, ArdbType::kMerge);
  value.elements = draw_elements_of(value.type);
  if (value.type == ArdbType::kMerge) value.merge_command = *rc::gen::arbitrary<uint16_t>();
  if (!is_ardb_meta_type(value.type)) return value;
  value.meta.expire_at_ms = std::max<int64_t>(draw_int64(), 0);
  if (value.type == ArdbType::kString) return value;
  value.meta.size = std::max(draw_int64(), kArdbSizeUnknown);
  if (value.type == ArdbType::kList) value.meta.is_sequential = *rc::gen::arbitrary<bool>();
  if (value.type == ArdbType::kStream) value.meta.last_id = Bytes(16, *rc::gen::arbitrary<char>());
  return value;
}

ArdbKey with_one_zero(ArdbKey key) {
  for (ArdbElement& element : key.elements) {
    if (auto* number = std::get_if<double>(&element)) *number += 0.0;
  }
  return key;
}

}  // namespace keemun::format
