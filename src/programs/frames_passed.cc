// What the unwinder has looked up for the frames that exceptions have passed, so that it need not
// be looked up again.
//
// A refusal is thrown here, and clients are refused all the time. GCC's unwinder searches a table
// of all functions of the program (27,000, most of them RocksDB's) anew for each frame, twice per
// throw: a fifth of what the throw costs. The linker puts this before that search (--wrap, see
// CMakeLists.txt), for places within the program itself: they never move.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

// The unwinder's own, as it has always been; it is in no public header.
struct dwarf_eh_bases {
  void* text;
  void* data;
  void* function;
};

// By the linker: where the program begins, and where its code ends.
extern "C" const char __executable_start;
extern "C" const char etext;

extern "C" const void* __real__Unwind_Find_FDE(void* place, dwarf_eh_bases* bases);
extern "C" const void* __wrap__Unwind_Find_FDE(void* place, dwarf_eh_bases* bases);

namespace {

struct Found {
  void* place;
  const void* description;
  dwarf_eh_bases bases;
};

constexpr size_t kFoundBits = 11;  // far more frames than are passed often
constinit thread_local std::array<Found, size_t{1} << kFoundBits> found_in_thread{};

Found& found_at(uintptr_t place) {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;  // neighbours end far from each other
  return found_in_thread[place * kSpread >> (64 - kFoundBits)];
}

}  // namespace

const void* __wrap__Unwind_Find_FDE(void* place, dwarf_eh_bases* bases) {
  const auto address = std::bit_cast<uintptr_t>(place);
  if (address < std::bit_cast<uintptr_t>(&__executable_start) ||
      address >= std::bit_cast<uintptr_t>(&etext)) {
    return __real__Unwind_Find_FDE(place, bases);
  }
  Found& found = found_at(address);
  if (found.place != place) {
    Found looked_up{place, nullptr, {}};
    looked_up.description = __real__Unwind_Find_FDE(place, &looked_up.bases);
    if (looked_up.description == nullptr) return nullptr;
    found = looked_up;
  }
  *bases = found.bases;
  return found.description;
}
