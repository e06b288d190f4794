// Law: the matcher that never goes back further than one star answers as the definition does.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/glob.h"
#include "glob_definition.h"

namespace keemun {
namespace {

rc::Gen<Bytes> bytes_of(const Bytes& alphabet, int size_max) {
  return rc::gen::mapcat(rc::gen::inRange(0, size_max + 1), [alphabet](int size) {
    return rc::gen::container<Bytes>(static_cast<size_t>(size), rc::gen::elementOf(alphabet));
  });
}

void check_equal(const Bytes& pattern, const Bytes& text) {
  RC_TAG(glob_matches(pattern, text) ? "matches" : "does not match");
  RC_ASSERT(glob_matches(pattern, text) == GlobDefinition(false).matches(pattern, text));
  RC_ASSERT(glob_matches(pattern, text, GlobCase::kIgnored) ==
            GlobDefinition(true).matches(pattern, text));
  if (glob_matches(pattern, text)) RC_ASSERT(text.starts_with(literal_prefix(pattern)));
}

RC_GTEST_PROP(GlobEqualsItsDefinition, ForStarsAndLetters, ()) {
  check_equal(*bytes_of("**?ab", 8), *bytes_of("aab", 10));
}

RC_GTEST_PROP(GlobEqualsItsDefinition, ForClassesAndEscapes, ()) {
  check_equal(*bytes_of("[[]^-\\\\\\*aAzZ\xff", 10), *bytes_of("aAzZ]^-\\_\xff", 3));
}

RC_GTEST_PROP(GlobEqualsItsDefinition, ForAnyBytes, (const Bytes& text)) {
  check_equal(*rc::gen::scale(0.1, rc::gen::arbitrary<Bytes>()), text.substr(0, 12));
}

RC_GTEST_PROP(GlobEqualsItsDefinition, AndEscapedTextMatchesItselfOnly, (const Bytes& text)) {
  Bytes pattern;
  for (const char byte : text) pattern += {'\\', byte};
  RC_ASSERT(glob_matches(pattern, text));
  RC_ASSERT(!glob_matches(pattern, text + "x"));
  RC_ASSERT(text.starts_with(literal_prefix(pattern)));
}

}  // namespace
}  // namespace keemun
