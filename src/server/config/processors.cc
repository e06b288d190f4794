#include "server/config/processors.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "base/number_text.h"

namespace keemun::server {

namespace {

namespace fs = std::filesystem;

std::string line_of(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

// A line of /proc/self/cgroup, "0::/a/b", or "4:cpu,cpuacct:/a/b" where the controllers of the
// machine are those of the first version.
struct Group {
  std::string controllers;
  fs::path path;  // below the root of its hierarchy

  static std::optional<Group> of(const std::string& line) {
    const size_t first = line.find(':');
    const size_t second = line.find(":/", first + 1);
    if (first == std::string::npos || second == std::string::npos) return std::nullopt;
    return Group{line.substr(first + 1, second - first - 1), line.substr(second + 2)};
  }
  bool is_of_second_version() const { return controllers.empty(); }
  bool limits_processors() const {
    return is_of_second_version() || ("," + controllers + ",").find(",cpu,") != std::string::npos;
  }
  // As cpu.max of the second version has it.
  std::string quota(const fs::path& at) const {
    if (is_of_second_version()) return line_of(at / "cpu.max");
    return line_of(at / "cpu.cfs_quota_us") + " " + line_of(at / "cpu.cfs_period_us");
  }
};

}  // namespace

std::optional<size_t> processors_of_groups(BytesView names, const fs::path& root) {
  std::optional<size_t> fewest;
  std::istringstream lines{Bytes(names)};
  for (std::string line; std::getline(lines, line);) {
    const auto group = Group::of(line);
    if (!group || !group->limits_processors()) continue;
    const fs::path hierarchy = group->is_of_second_version() ? root : root / "cpu";
    for (fs::path path = group->path;; path = path.parent_path()) {
      const auto count = processors_of_quota(group->quota(hierarchy / path));
      if (count) fewest = std::min(fewest.value_or(*count), *count);
      if (path.empty()) break;
    }
  }
  return fewest;
}

size_t processor_count() {
  const size_t allowed = std::max<size_t>(std::thread::hardware_concurrency(), 1);
  std::stringstream names;
  names << std::ifstream("/proc/self/cgroup").rdbuf();
  const auto limit = processors_of_groups(names.str(), "/sys/fs/cgroup");
  return std::min(allowed, limit.value_or(allowed));
}

IoThreads io_threads(int64_t setting) {
  constexpr size_t kWorthIt = 4;
  constexpr size_t kLightMax = 8;
  constexpr size_t kThreadsMax = 128;
  if (setting > 0) return {static_cast<size_t>(setting), static_cast<size_t>(setting)};
  const size_t processors = processor_count();
  return {std::min(processors, kThreadsMax),
          processors < kWorthIt ? 1 : std::min(processors / 2, kLightMax)};
}

std::optional<size_t> processors_of_quota(BytesView cpu_max) {
  const size_t space = cpu_max.find(' ');
  if (space == BytesView::npos) return std::nullopt;
  const auto quota = parse_uint64(cpu_max.substr(0, space));
  const auto period = parse_uint64(cpu_max.substr(space + 1));
  if (!quota || !period || *period == 0) return std::nullopt;
  return std::max<uint64_t>((*quota + *period - 1) / *period, 1);
}

}  // namespace keemun::server
