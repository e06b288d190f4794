#include "commands/count_arguments.h"

#include <limits>

#include "base/number_text.h"

namespace keemun::commands {

namespace {

constexpr int64_t kCountMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kSampleRepeatsMax = int64_t{1} << 24;

}  // namespace

int64_t count_from(const Call& call, size_t index, int64_t low, BytesView text) {
  const auto count = parse_int64(call.arg(index));
  if (!count || *count < low) throw_error(text);
  return *count;
}

int64_t parse_sample_count(const Call& call, size_t index, bool pairs) {
  const int64_t count = call.integer(index);
  if (count < -kCountMax) {
    throw_error("ERR value is out of range, value must between " + format_int64(-kCountMax) +
                " and " + format_int64(kCountMax));
  }
  if (pairs && (count < -kCountMax / 2 || count > kCountMax / 2)) {
    throw_error("ERR value is out of range");
  }
  return count;
}

types::SampleCount sample_count_of(int64_t asked) {
  if (asked >= 0) return {static_cast<uint64_t>(asked), true};
  if (asked < -kSampleRepeatsMax) throw_error("ERR value is out of range");
  return {static_cast<uint64_t>(-asked), false};
}

}  // namespace keemun::commands
