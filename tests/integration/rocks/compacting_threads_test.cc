// How nice the threads are that the engine has begun, as the system tells it.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

std::vector<int> niceness_of_threads(const std::string& name) {
  std::vector<int> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string its_name;
    std::getline(std::ifstream(thread.path() / "comm"), its_name);
    if (its_name != name) continue;
    const auto id = static_cast<id_t>(std::stoul(thread.path().filename()));
    found.push_back(getpriority(PRIO_PROCESS, id));
  }
  return found;
}

TEST(CompactingThreads, GiveWayAndThoseThatWriteOutDoNot) {
  constexpr int kNicenessMax = 19;
  const int ours = getpriority(PRIO_PROCESS, 0);
  const int nicer = std::min(ours + 4, kNicenessMax);
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "first";
  const rocks::RocksStore first(options);
  EXPECT_EQ(niceness_of_threads("rocksdb:low"), std::vector<int>(1, nicer));
  EXPECT_EQ(niceness_of_threads("rocksdb:high"), std::vector<int>(1, ours));

  options.dir = directory / "second";
  options.jobs_max = 8;
  const rocks::RocksStore second(options);
  EXPECT_EQ(niceness_of_threads("rocksdb:low"), std::vector<int>(6, nicer));
  EXPECT_EQ(niceness_of_threads("rocksdb:high"), std::vector<int>(2, ours));
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), ours);
}

}  // namespace
}  // namespace keemun
