#include "server/observe/last_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <thread>

#include "base/command_error.h"
#include "runtime/fiber.h"
#include "runtime/fiber_stack_pool.h"
#include "runtime/sanitizers.h"
#include "support/temporary_directory.h"

namespace keemun::server {
namespace {

using testing::HasSubstr;

// Never ends, and no compiler knows.
int sink(int depth) {
  if (depth < 0) return depth;
  volatile char bytes[1024];
  bytes[depth % 1024] = static_cast<char>(depth);
  return sink(depth + 1) + bytes[depth % 1024];
}

Bytes content_of(const Bytes& path) {
  std::stringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
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
  // A sanitizer has words of its own, and ours are not said.
  if constexpr (!runtime::kAddressSanitizer && !runtime::kThreadSanitizer) {
    EXPECT_THAT(content_of(path), HasSubstr("Ended by signal 11"));
  }
}

TEST(LastWords, AreToldOfWhatNobodyCaught) {
  const TemporaryDirectory directory;
  const Bytes path = directory / "log";
  const auto die_of = [&path](auto error) {
    Log log(path);
    const LastWords words(log);
    std::thread([error] { throw error; }).join();
  };
  EXPECT_DEATH(die_of(CommandError("ERR of a command")), "");
  EXPECT_THAT(content_of(path), HasSubstr("an error that nobody caught\nERR of a command\n"));
  EXPECT_DEATH(die_of(std::bad_alloc()), "");
  EXPECT_THAT(content_of(path), HasSubstr("an error that nobody caught\nout of memory: "));
}

}  // namespace
}  // namespace keemun::server
