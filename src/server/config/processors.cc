#include "server/config/processors.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include "base/number_text.h"

namespace keemun::server {

namespace {

// Where a container finds the limits of its own group.
constexpr const char* kLimitFile = "/sys/fs/cgroup/cpu.max";

}  // namespace

size_t processor_count() {
  const size_t allowed = std::max<size_t>(std::thread::hardware_concurrency(), 1);
  std::ifstream file(kLimitFile);
  std::string cpu_max;
  std::getline(file, cpu_max);
  return std::min(allowed, processors_of_quota(cpu_max).value_or(allowed));
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
