#include "server/config/descriptor_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/command_error.h"

namespace keemun::server {
namespace {

// In a process of its own, for what is taken from one it does not get back.
template <typename IsTrue>
void ExpectWhereSoManyMayBeOpen(rlim_t files, const IsTrue& is_true) {
  const auto look = [&] {
    const rlimit limit = {.rlim_cur = files, .rlim_max = files};
    std::_Exit(::setrlimit(RLIMIT_NOFILE, &limit) == 0 && is_true() ? 0 : 1);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "") << files;
}

TEST(DescriptorLimit, OfFewFilesIsHalfTheStoresAndHalfTheClients) {
  ExpectWhereSoManyMayBeOpen(400, [] {
    return make_room_for_clients(10'000) == 200 && make_room_for_clients(20) == 20 &&
           store_files_max() == 200 - 76;
  });
}

TEST(DescriptorLimit, OfVeryFewFilesIsTheStoresFirst) {
  ExpectWhereSoManyMayBeOpen(
      128, [] { return make_room_for_clients(10'000) == 36 && store_files_max() == 16; });
  ExpectWhereSoManyMayBeOpen(
      93, [] { return make_room_for_clients(10'000) == 1 && store_files_max() == 16; });
  ExpectWhereSoManyMayBeOpen(92, [] {
    try {
      store_files_max();
    } catch (const CommandError& error) {
      return error.text().find("at least 93") != Bytes::npos;
    }
    return false;
  });
}

TEST(DescriptorLimit, LeavesTheClientsAllThatTheStoreDoesNotNeed) {
  ExpectWhereSoManyMayBeOpen(4096, [] {
    return make_room_for_clients(10'000) == 4096 - 1100 && make_room_for_clients(500) == 500 &&
           store_files_max() == 1024;
  });
}

}  // namespace
}  // namespace keemun::server
