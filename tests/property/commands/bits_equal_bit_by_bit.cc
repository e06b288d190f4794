// Of strings of any length and ranges that begin and end anywhere: what is counted, found and
// combined eight bytes at once is what is counted, found and combined bit by bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

session::CoreSettings settings() {
  session::CoreSettings settings;
  settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
  return settings;
}

// Mostly of one kind of bytes, so that a bit that is sought may stand far away.
Bytes some_bytes() {
  const size_t length = *rc::gen::inRange<size_t>(0, 70);
  Bytes bytes(length, *rc::gen::element('\0', '\xff'));
  for (int i = *rc::gen::inRange(0, 4); i > 0 && length > 0; --i) {
    bytes[*rc::gen::inRange<size_t>(0, length)] = *rc::gen::arbitrary<char>();
  }
  return bytes;
}

bool bit_of(const Bytes& bytes, int64_t offset) {
  const auto at = static_cast<size_t>(offset);
  return (static_cast<unsigned char>(bytes[at / 8]) >> (7 - at % 8) & 1) != 0;
}

class Strings {
 public:
  int64_t integer(const std::vector<Bytes>& args) { return ask(args).integer(); }
  Bytes text(const std::vector<Bytes>& args) { return ask(args).text(); }

 private:
  resp::Reply ask(const std::vector<Bytes>& args) {
    return session_.execute(std::vector<BytesView>(args.begin(), args.end()));
  }

  sim::SimKv kv_;
  sim::SimClock clock_{1'700'000'000'000};
  sim::SimRandom random_{1};
  session::Core core_{kv_, clock_, random_, settings()};
  session::Session session_{core_};
};

RC_GTEST_PROP(Bits, AreCountedAndFoundInAnyRange, ()) {
  const Bytes bytes = some_bytes();
  const auto bits = static_cast<int64_t>(bytes.size() * 8);
  const int64_t first = *rc::gen::inRange<int64_t>(0, bits + 1);
  const int64_t last = *rc::gen::inRange<int64_t>(first, bits + 2);
  Strings strings;
  strings.text({"set", "s", bytes});
  int64_t ones = 0;
  int64_t first_found[] = {-1, -1};
  for (int64_t offset = first; offset < std::min(last + 1, bits); ++offset) {
    const bool bit = bit_of(bytes, offset);
    ones += bit ? 1 : 0;
    if (first_found[bit] == -1) first_found[bit] = offset;
  }
  const Bytes range[] = {std::to_string(first), std::to_string(last)};
  RC_ASSERT(strings.integer({"bitcount", "s", range[0], range[1], "bit"}) == ones);
  for (const int bit : {0, 1}) {
    RC_ASSERT(strings.integer({"bitpos", "s", std::to_string(bit), range[0], range[1], "bit"}) ==
              first_found[bit]);
  }
}

RC_GTEST_PROP(Bits, AreCombinedWhateverTheLengths, ()) {
  const Bytes one = some_bytes();
  const Bytes other = some_bytes();
  Strings strings;
  strings.text({"set", "one", one});
  strings.text({"set", "other", other});
  const size_t length = std::max(one.size(), other.size());
  const auto byte_of = [](const Bytes& bytes, size_t i) { return i < bytes.size() ? bytes[i] : 0; };
  Bytes expected[4];
  for (size_t i = 0; i < length; ++i) {
    expected[0] += static_cast<char>(byte_of(one, i) & byte_of(other, i));
    expected[1] += static_cast<char>(byte_of(one, i) | byte_of(other, i));
    expected[2] += static_cast<char>(byte_of(one, i) ^ byte_of(other, i));
    if (i < one.size()) expected[3] += static_cast<char>(~one[i]);
  }
  const char* const names[] = {"and", "or", "xor", "not"};
  for (int i = 0; i < 4; ++i) {
    std::vector<Bytes> args = {"bitop", names[i], "result", "one"};
    if (i < 3) args.push_back("other");
    RC_ASSERT(strings.integer(args) == static_cast<int64_t>(expected[i].size()));
    RC_ASSERT(strings.text({"getrange", "result", "0", "-1"}) == expected[i]);
  }
}

}  // namespace
}  // namespace keemun
