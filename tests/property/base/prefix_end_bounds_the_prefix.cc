// Law: a byte string begins with the prefix exactly if prefix <= string < prefix_end(prefix).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/prefix_end.h"

namespace keemun {
namespace {

rc::Gen<Bytes> few_bytes() {
  return rc::gen::mapcat(rc::gen::inRange(0, 5), [](int size) {
    return rc::gen::container<Bytes>(static_cast<size_t>(size),
                                     rc::gen::elementOf(Bytes("\x00\x01\x7f\x80\xfe\xff\xff", 7)));
  });
}

RC_GTEST_PROP(PrefixEndBoundsThePrefix, ForAnyString, ()) {
  const Bytes prefix = *few_bytes();
  const Bytes text = *rc::gen::oneOf(
      few_bytes(),
      rc::gen::map(few_bytes(), [prefix](const Bytes& tail) { return prefix + tail; }));
  const std::optional<Bytes> end = prefix_end(prefix);
  const bool inside = prefix <= text && (!end || text < *end);
  RC_ASSERT(inside == text.starts_with(prefix));
}

RC_GTEST_PROP(PrefixEndBoundsThePrefix, AndIsTheSmallestSuchBound, ()) {
  const Bytes prefix = *few_bytes();
  const std::optional<Bytes> end = prefix_end(prefix);
  if (!end) return;
  // Whatever is smaller than the end is not greater than some string with the prefix.
  const Bytes smaller = *few_bytes();
  if (smaller < *end) RC_ASSERT(smaller < prefix + Bytes(8, '\xff'));
}

}  // namespace
}  // namespace keemun
