// Exceptions through hundreds of frames, some of which share a place in what is remembered:
// whatever the unwinder is told of a frame has to be of that frame.
#include <gtest/gtest.h>

#include <array>
#include <thread>

// As the linker has it elsewhere: what is looked up in the tables comes by here.
extern "C" const void* __wrap__Unwind_Find_FDE(void* place, struct dwarf_eh_bases* bases);

namespace keemun {
namespace {

constexpr int kDepths = 400;

// Each depth is a function of its own, with something of its own to clean up.
template <int depth>
[[gnu::noinline]] void descend(int thrown_at, int& cleaned) {
  struct Cleanup {
    int& cleaned;
    ~Cleanup() { cleaned += depth; }
  } cleanup{cleaned};
  if (depth == thrown_at) throw depth;
  if constexpr (depth < kDepths) descend<depth + 1>(thrown_at, cleaned);
}

void throw_from_every_depth() {
  for (int round = 0; round < 3; ++round) {  // looked up, then remembered
    for (int thrown_at = 1; thrown_at <= kDepths; ++thrown_at) {
      int cleaned = 0;
      int caught = 0;
      try {
        descend<1>(thrown_at, cleaned);
      } catch (int depth) {
        caught = depth;
      }
      ASSERT_EQ(caught, thrown_at);
      ASSERT_EQ(cleaned, thrown_at * (thrown_at + 1) / 2);
    }
  }
}

TEST(FramesPassed, AreEachTheirOwn) {
  throw_from_every_depth();
}

TEST(FramesPassed, AreRememberedByEachThread) {
  std::thread other(throw_from_every_depth);
  throw_from_every_depth();
  other.join();
}

TEST(FramesPassed, AreFoundAtTheSamePlaceAgain) {
  std::array<std::array<void*, 3>, 2> bases{};
  void* const place = reinterpret_cast<void*>(&throw_from_every_depth);
  const void* const first =
      __wrap__Unwind_Find_FDE(place, reinterpret_cast<dwarf_eh_bases*>(&bases[0]));
  const void* const again =
      __wrap__Unwind_Find_FDE(place, reinterpret_cast<dwarf_eh_bases*>(&bases[1]));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first, again);
  EXPECT_EQ(bases[0], bases[1]);
  EXPECT_EQ(bases[0][2], place);
}

}  // namespace
}  // namespace keemun
