// What a control group's limit of processor time makes of the number of processors.
#include "server/config/processors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/temporary_directory.h"

namespace keemun::server {
namespace {

class ControlGroups : public testing::Test {
 protected:
  void write(const char* file, const char* text) {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  std::optional<size_t> processors(const char* names) {
    return processors_of_groups(names, root_.path());
  }

  TemporaryDirectory root_;
};

TEST_F(ControlGroups, LimitAndSoDoThoseAroundThem) {
  write("a.slice/cpu.max", "300000 100000");
  write("a.slice/b.service/cpu.max", "500000 100000");
  EXPECT_EQ(processors("0::/a.slice/b.service\n"), 3u);
  write("a.slice/b.service/cpu.max", "200000 100000");
  EXPECT_EQ(processors("0::/a.slice/b.service\n"), 2u);
  EXPECT_EQ(processors("0::/a.slice\n"), 3u);
  EXPECT_EQ(processors("0::/\n"), std::nullopt);
}

TEST_F(ControlGroups, OfAContainerStandWhereItsOwnIs) {
  write("cpu.max", "400000 100000");
  EXPECT_EQ(processors("0::/\n"), 4u);
  EXPECT_EQ(processors("0::/../../machine/other\n"), 4u);
}

TEST_F(ControlGroups, OfTheFirstVersionHaveTwoFiles) {
  constexpr const char* kNames =
      "12:cpuset:/x\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n0::/\n";
  EXPECT_EQ(processors(kNames), std::nullopt);
  write("cpu/cpu.cfs_quota_us", "150000");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(processors(kNames), 2u);
  write("cpu/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(processors(kNames), std::nullopt);
}

TEST_F(ControlGroups, ThatNobodyCanReadLimitNothing) {
  for (const char* names : {"", "x", "0:", "0::", "a:b:c\n", "::/\n"}) {
    EXPECT_EQ(processors(names), std::nullopt) << names;
  }
}

TEST(Processors, AreAsManyAsTheQuotaGivesTheTimeOf) {
  EXPECT_EQ(processors_of_quota("200000 100000"), 2u);
  EXPECT_EQ(processors_of_quota("250000 100000"), 3u);
  EXPECT_EQ(processors_of_quota("50000 100000"), 1u);
}

TEST(Processors, AreNotLimitedWhereNothingSaysSo) {
  for (const char* text : {"max 100000", "", "max", "200000", "200000 0", "a b", "-1 100000"}) {
    EXPECT_EQ(processors_of_quota(text), std::nullopt) << text;
  }
}

TEST(Processors, AreOneAtLeast) {
  EXPECT_GE(processor_count(), 1u);
}

TEST(IoThreads, AreAsManyAsTheSettingSays) {
  EXPECT_EQ(io_threads(1).all, 1u);
  EXPECT_EQ(io_threads(5).all, 5u);
  EXPECT_EQ(io_threads(5).of_light_turns, 5u);
}

TEST(IoThreads, AreAsManyAsProcessorsWhereNothingSaysSo) {
  EXPECT_EQ(io_threads(0).all, std::min<size_t>(processor_count(), 128));
  EXPECT_LE(io_threads(0).of_light_turns, std::max<size_t>(processor_count() / 2, 1));
}

}  // namespace
}  // namespace keemun::server
