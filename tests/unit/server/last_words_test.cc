#include "server/observe/last_words.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "runtime/fiber.h"
#include "runtime/fiber_stack_pool.h"
#include "runtime/sanitizers.h"
#include "support/temporary_directory.h"

namespace keemun::server {
namespace {

// Never ends, and no compiler knows.
int sink(int depth) {
  if (depth < 0) return depth;
  volatile char bytes[1024];
  bytes[depth % 1024] = static_cast<char>(depth);
  return sink(depth + 1) + bytes[depth % 1024];
}

TEST(LastWords, AreToldOfAFiberThatHasNoStackLeft) {
  const TemporaryDirectory directory;
  const Bytes path = directory / "log";
  const auto overflow = [&path] {
    Log log(path);
    const LastWords words(log);
    runtime::FiberStackPool stacks;
    runtime::Fiber fiber(stacks, [] { std::exit(sink(0)); });
    fiber.resume();
  };
  EXPECT_DEATH(overflow(), "");
  std::stringstream told;
  told << std::ifstream(path).rdbuf();
  // A sanitizer has words of its own, and ours are not said.
  if constexpr (!runtime::kAddressSanitizer && !runtime::kThreadSanitizer) {
    EXPECT_NE(told.str().find("Ended by signal 11"), std::string::npos) << told.str();
  }
}

}  // namespace
}  // namespace keemun::server
