#include "commands/string/hyperloglog.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::commands {

namespace {

constexpr BytesView kMagic = "HYLL";
constexpr size_t kForm = 4;  // place of the byte that tells dense from sparse
constexpr char kDense = 0;
constexpr char kSparse = 1;
constexpr size_t kCount = 8;
constexpr size_t kCountBytes = 8;
constexpr unsigned char kIsOutOfDate = 0x80;
constexpr size_t kHeaderBytes = 16;

constexpr unsigned kRegisterBits = 6;
constexpr unsigned kRegisterMax = (1u << kRegisterBits) - 1;
constexpr size_t kDenseBytes = kHeaderBytes + HyperLogLog::kRegisterCount * kRegisterBits / 8;

constexpr size_t kIndexBits = 14;  // of an element's hash
// Runs are given up for dense registers where they would become longer than that, header and all:
// Redis' default of hll-sparse-max-bytes.
constexpr size_t kSparseBytesMax = 3000;
constexpr uint8_t kRunValueMax = 32;
constexpr size_t kShortRunMax = 64;
constexpr size_t kValueRunMax = 4;

[[noreturn]] void throw_corrupted() {
  throw CommandError("INVALIDOBJ Corrupted HLL object detected");
}

unsigned byte_at(BytesView bytes, size_t place) {
  return place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0;
}

// MurmurHash64A, with the seed that Redis gives it.
uint64_t hash_of(BytesView element) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995;
  constexpr uint64_t kSeed = 0xadc83b19;
  constexpr unsigned kShift = 47;
  constexpr size_t kWordBytes = 8;
  const auto read = [element](size_t from, size_t size) {
    uint64_t word = 0;
    for (size_t i = 0; i < size; ++i) word |= uint64_t{byte_at(element, from + i)} << (8 * i);
    return word;
  };
  uint64_t hash = kSeed ^ (element.size() * kFactor);
  size_t place = 0;
  for (; element.size() - place >= kWordBytes; place += kWordBytes) {
    uint64_t word = read(place, kWordBytes) * kFactor;
    word = (word ^ (word >> kShift)) * kFactor;
    hash = (hash ^ word) * kFactor;
  }
  if (place < element.size()) hash = (hash ^ read(place, element.size() - place)) * kFactor;
  hash = (hash ^ (hash >> kShift)) * kFactor;
  return hash ^ (hash >> kShift);
}

// Equal registers next to each other, as they are written at one place.
struct Run {
  size_t length = 0;
  uint8_t value = 0;
  size_t byte_count = 1;
};

Run run_at(BytesView bytes, size_t place) {
  const unsigned byte = byte_at(bytes, place);
  if ((byte & 0x80) != 0) return {(byte & 0x3) + 1, static_cast<uint8_t>((byte >> 2 & 0x1f) + 1)};
  if ((byte & 0x40) == 0) return {byte + 1, 0};
  return {((byte & 0x3f) << 8 | byte_at(bytes, place + 1)) + 1, 0, 2};
}

// None where it is of none.
void append_run(Bytes& bytes, size_t length, uint8_t value) {
  if (length == 0) return;
  const size_t rest = length - 1;
  if (value > 0) {
    bytes += static_cast<char>(0x80U | (value - 1U) << 2 | rest);
  } else if (length <= kShortRunMax) {
    bytes += static_cast<char>(rest);
  } else {
    bytes += static_cast<char>(0x40 | rest >> 8);
    bytes += static_cast<char>(rest & 0xff);
  }
}

// The two bytes, from this one on, that a dense register stands in, and how far up in them.
struct DensePlace {
  size_t byte;
  unsigned shift;

  explicit DensePlace(size_t index)
      : byte(kHeaderBytes + index * kRegisterBits / 8), shift(index * kRegisterBits % 8) {}
};

uint8_t dense_register(BytesView bytes, size_t index) {
  const DensePlace place(index);
  const unsigned both = byte_at(bytes, place.byte) | byte_at(bytes, place.byte + 1) << 8;
  return static_cast<uint8_t>(both >> place.shift & kRegisterMax);
}

void set_dense_register(Bytes& bytes, size_t index, uint8_t value) {
  const DensePlace place(index);
  unsigned both = byte_at(bytes, place.byte) | byte_at(bytes, place.byte + 1) << 8;
  both = (both & ~(kRegisterMax << place.shift)) | unsigned{value} << place.shift;
  bytes[place.byte] = static_cast<char>(both & 0xff);
  if (place.byte + 1 < bytes.size()) bytes[place.byte + 1] = static_cast<char>(both >> 8);
}

// Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches", 2017: what
// registers of 0 and of the highest value add, by their share of all.
double sigma(double share) {
  if (share == 1) return std::numeric_limits<double>::infinity();
  double sum = share;
  double weight = 1;
  for (double before = -1; sum != before; weight += weight) {
    share *= share;
    before = sum;
    sum += share * weight;
  }
  return sum;
}

double tau(double share) {
  if (share == 0 || share == 1) return 0;
  double sum = 1 - share;
  double weight = 1;
  for (double before = -1; sum != before;) {
    share = std::sqrt(share);
    before = sum;
    weight *= 0.5;
    sum -= std::pow(1 - share, 2) * weight;
  }
  return sum / 3;
}

}  // namespace

HyperLogLog::HyperLogLog() : bytes_(kMagic) {
  bytes_.resize(kHeaderBytes);
  bytes_[kForm] = kSparse;
  append_run(bytes_, kRegisterCount, 0);
}

HyperLogLog::HyperLogLog(Bytes bytes) : bytes_(std::move(bytes)) {
  const bool is_one = bytes_.size() >= kHeaderBytes && bytes_.starts_with(kMagic) &&
                      (bytes_[kForm] == kSparse || bytes_[kForm] == kDense) &&
                      (bytes_[kForm] == kSparse || bytes_.size() == kDenseBytes);
  if (!is_one) throw CommandError("WRONGTYPE Key is not a valid HyperLogLog string value.");
}

bool HyperLogLog::is_dense() const {
  return bytes_[kForm] == kDense;
}

template <typename Visit>
void HyperLogLog::each_run(const Visit& visit) const {
  if (is_dense()) {
    for (size_t i = 0; i < kRegisterCount; ++i) visit(i, size_t{1}, dense_register(bytes_, i));
    return;
  }
  size_t first = 0;
  for (size_t place = kHeaderBytes; place < bytes_.size();) {
    const Run run = run_at(bytes_, place);
    if (run.length > kRegisterCount - first) throw_corrupted();
    visit(first, run.length, run.value);
    first += run.length;
    place += run.byte_count;
  }
  if (first != kRegisterCount) throw_corrupted();
}

HyperLogLog::Registers HyperLogLog::registers() const {
  Registers registers = {};
  raise_to_these(registers);
  return registers;
}

HyperLogLog::ValueCounts HyperLogLog::value_counts() const {
  ValueCounts counts = {};
  each_run([&counts](size_t, size_t length, uint8_t value) { counts[value] += length; });
  return counts;
}

void HyperLogLog::raise_to_these(Registers& registers) const {
  each_run([&registers](size_t first, size_t length, uint8_t value) {
    if (value == 0) return;
    for (size_t i = first; i < first + length; ++i) registers[i] = std::max(registers[i], value);
  });
}

Bytes HyperLogLog::runs_text() const {
  Bytes text;
  for (size_t place = kHeaderBytes; place < bytes_.size();) {
    const Run run = run_at(bytes_, place);
    if (!text.empty()) text += ' ';
    text += run.value > 0 ? "v:" : run.byte_count == 1 ? "z:" : "Z:";
    if (run.value > 0) text += format_int64(run.value) + ",";
    text += format_int64(static_cast<int64_t>(run.length));
    place += run.byte_count;
  }
  return text;
}

// The lowest bits of its hash are the register; what counts is how many of those behind them are 0
// before the first that is not.
bool HyperLogLog::add(BytesView element) {
  constexpr uint64_t kLast = uint64_t{1} << (64 - kIndexBits);
  const uint64_t hash = hash_of(element);
  const auto value = static_cast<uint8_t>(std::countr_zero(hash >> kIndexBits | kLast) + 1);
  return raise(hash % kRegisterCount, value);
}

bool HyperLogLog::raise(size_t index, uint8_t value) {
  return is_dense() ? raise_dense(index, value) : raise_run(index, value);
}

bool HyperLogLog::raise_dense(size_t index, uint8_t value) {
  if (dense_register(bytes_, index) >= value) return false;
  set_dense_register(bytes_, index, value);
  return true;
}

HyperLogLog::Place HyperLogLog::place_of(size_t index) const {
  Place place = {kHeaderBytes, kHeaderBytes, 0};
  while (place.run < bytes_.size()) {
    const Run run = run_at(bytes_, place.run);
    if (index < place.first + run.length) return place;
    place = {place.run + run.byte_count, place.run, place.first + run.length};
  }
  throw_corrupted();
}

// The run is taken apart around the register. Which runs are joined again decides about the bytes,
// and so it is done as Redis does it.
bool HyperLogLog::raise_run(size_t index, uint8_t value) {
  const auto raise_as_dense = [&] {
    make_dense();
    return raise_dense(index, value);
  };
  if (value > kRunValueMax) return raise_as_dense();
  const Place place = place_of(index);
  const Run run = run_at(bytes_, place.run);
  if (run.value >= value) return false;
  Bytes parts;
  append_run(parts, index - place.first, run.value);
  append_run(parts, 1, value);
  append_run(parts, place.first + run.length - 1 - index, run.value);
  const size_t size = bytes_.size() + parts.size() - run.byte_count;
  if (parts.size() > run.byte_count && size > kSparseBytesMax) return raise_as_dense();
  bytes_.replace(place.run, run.byte_count, parts);
  bytes_.resize(size);  // where somebody has cut the run in two, a byte more is lost
  join_runs(place.before);
  return true;
}

// Around what has changed: equal runs of two next to each other become one, where it can be.
void HyperLogLog::join_runs(size_t from) {
  constexpr int kLooksMax = 5;
  size_t place = from;
  for (int looks = 0; looks < kLooksMax && place < bytes_.size(); ++looks) {
    const Run run = run_at(bytes_, place);
    const size_t behind = place + run.byte_count;
    const bool has_next = run.value > 0 && behind < bytes_.size();
    const Run next = has_next ? run_at(bytes_, behind) : Run();
    if (next.value != run.value || run.value == 0 || run.length + next.length > kValueRunMax) {
      place = behind;
      continue;
    }
    Bytes joined;
    append_run(joined, run.length + next.length, run.value);
    bytes_.replace(place, run.byte_count + next.byte_count, joined);
  }
}

void HyperLogLog::make_dense() {
  if (is_dense()) return;
  const Registers all = registers();
  bytes_.resize(kHeaderBytes);
  bytes_.resize(kDenseBytes);
  bytes_[kForm] = kDense;
  for (size_t i = 0; i < kRegisterCount; ++i) {
    if (all[i] > 0) set_dense_register(bytes_, i, all[i]);
  }
}

std::optional<uint64_t> HyperLogLog::known_count() const {
  uint64_t count = 0;
  for (size_t i = 0; i < kCountBytes; ++i)
    count |= uint64_t{byte_at(bytes_, kCount + i)} << (8 * i);
  if (count >> 63 != 0) return std::nullopt;
  return count;
}

void HyperLogLog::set_known_count(uint64_t count) {
  for (size_t i = 0; i < kCountBytes; ++i) {
    bytes_[kCount + i] = static_cast<char>(count >> (8 * i) & 0xff);
  }
}

void HyperLogLog::forget_count() {
  char& last = bytes_[kCount + kCountBytes - 1];
  last = static_cast<char>(static_cast<unsigned char>(last) | kIsOutOfDate);
}

HyperLogLog::ValueCounts value_counts(const HyperLogLog::Registers& registers) {
  HyperLogLog::ValueCounts counts = {};
  for (const uint8_t value : registers) ++counts[value];
  return counts;
}

uint64_t estimated_count(const HyperLogLog::ValueCounts& counts) {
  constexpr double kAll = HyperLogLog::kRegisterCount;
  constexpr size_t kHighest = 64 - kIndexBits + 1;
  constexpr double kBias = 0.721347520444481703680;  // 1 / (2 ln 2)
  double sum = kAll * tau((kAll - static_cast<double>(counts[kHighest])) / kAll);
  for (size_t value = kHighest - 1; value > 0; --value) {
    sum = (sum + static_cast<double>(counts[value])) * 0.5;
  }
  sum += kAll * sigma(static_cast<double>(counts[0]) / kAll);
  return static_cast<uint64_t>(std::llround(kBias * kAll * kAll / sum));
}

}  // namespace keemun::commands
