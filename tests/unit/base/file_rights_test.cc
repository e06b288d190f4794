#include "base/file_rights.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace keemun {
namespace {

struct stat status_of(const Bytes& path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status;
}

class FileRights : public testing::Test {
 protected:
  FileRights() {
    std::ofstream(from_) << "who may read it";
    std::ofstream(to_) << "who will";
  }
  ~FileRights() override {
    std::filesystem::remove(from_);
    std::filesystem::remove(to_);
  }

  const Bytes from_ = testing::TempDir() + "keemun-rights-from-" + std::to_string(::getpid());
  const Bytes to_ = testing::TempDir() + "keemun-rights-to-" + std::to_string(::getpid());
};

TEST_F(FileRights, AreThePermissions) {
  for (const mode_t permissions : {0600u, 0640u, 0644u, 0755u}) {
    ASSERT_EQ(::chmod(from_.c_str(), permissions), 0);
    ASSERT_TRUE(copy_rights(from_, to_));
    EXPECT_EQ(status_of(to_).st_mode & 07777u, permissions);
  }
}

// Root may give it to anybody; others keep what is their own.
TEST_F(FileRights, AreThoseOfTheSameOwnerAndGroup) {
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(from_.c_str(), 1, 2), 0);
  }
  ASSERT_TRUE(copy_rights(from_, to_));
  EXPECT_EQ(status_of(to_).st_uid, status_of(from_).st_uid);
  EXPECT_EQ(status_of(to_).st_gid, status_of(from_).st_gid);
}

TEST_F(FileRights, AreNoneWithoutAFile) {
  EXPECT_FALSE(copy_rights(from_ + "-gone", to_));
  EXPECT_FALSE(copy_rights(from_, to_ + "-gone"));
}

}  // namespace
}  // namespace keemun
