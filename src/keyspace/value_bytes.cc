#include "keyspace/value_bytes.h"

#include <algorithm>
#include <functional>

namespace keemun::keyspace {

namespace {

constexpr size_t kPageElements = 256;
constexpr int64_t kScoreBytes = 8;

struct Part {
  size_t elements = 0;
  int64_t bytes = 0;

  void add(size_t element_bytes) {
    ++elements;
    bytes += static_cast<int64_t>(element_bytes);
  }
};

// What the next elements have, fewer than asked for only at the end.
using NextPage = std::function<Part(size_t elements_max)>;

int64_t measured(std::optional<int64_t> size, size_t samples, const NextPage& next) {
  const bool are_all = samples == 0 || !size;
  const size_t page_max = are_all ? kPageElements : std::min(samples, kPageElements);
  Part seen;
  while (true) {
    const Part page = next(page_max);
    seen.elements += page.elements;
    seen.bytes += page.bytes;
    if (page.elements < page_max) return seen.bytes;
    if (!are_all && seen.elements >= samples) break;
  }
  const double mean = static_cast<double>(seen.bytes) / static_cast<double>(seen.elements);
  return static_cast<int64_t>(mean * static_cast<double>(*size));
}

int64_t bytes_of(types::HashStore& hash, size_t samples) {
  std::optional<Bytes> after;
  return measured(hash.size_if_known(), samples, [&](size_t elements_max) {
    Part page;
    for (types::Field& field : hash.scan(after, elements_max)) {
      page.add(field.field.size() + field.value.size());
      after = std::move(field.field);
    }
    return page;
  });
}

int64_t bytes_of(types::SetStore& set, size_t samples) {
  std::optional<Bytes> after;
  return measured(set.size_if_known(), samples, [&](size_t elements_max) {
    Part page;
    for (Bytes& member : set.scan(after, elements_max)) {
      page.add(member.size());
      after = std::move(member);
    }
    return page;
  });
}

int64_t bytes_of(types::ZSetStore& zset, size_t samples) {
  std::optional<Bytes> after;
  return measured(zset.size(), samples, [&](size_t elements_max) {
    Part page;
    for (types::ScoredMember& one : zset.scan(after, elements_max)) {
      page.add(one.member.size() + kScoreBytes);
      after = std::move(one.member);
    }
    return page;
  });
}

int64_t bytes_of(types::ListStore& list, size_t samples) {
  const int64_t size = list.size();
  int64_t first = 0;
  return measured(size, samples, [&](size_t elements_max) {
    Part page;
    const int64_t count = std::min(static_cast<int64_t>(elements_max), size - first);
    for (const Bytes& element : list.range({first, count})) page.add(element.size());
    first += count;
    return page;
  });
}

// Of entries their ids and words; groups and what is pending in them are not counted.
int64_t bytes_of(types::StreamStore& stream, size_t samples) {
  types::StreamRange rest = {.entries_max = 0};
  bool has_rest = true;
  return measured(stream.size(), samples, [&](size_t elements_max) {
    Part page;
    rest.entries_max = has_rest ? elements_max : 0;
    for (const types::StreamEntry& entry : stream.entries(rest)) {
      size_t byte_count = StreamId::kBytes;
      for (const Bytes& word : entry.words) byte_count += word.size();
      page.add(byte_count);
      const auto next = entry.id.next();
      has_rest = next.has_value();
      rest.first = next.value_or(entry.id);
    }
    return page;
  });
}

}  // namespace

std::optional<int64_t> value_bytes(Keyspace& keys, BytesView key, size_t samples) {
  const auto info = keys.find(key);
  if (!info) return std::nullopt;
  switch (info->type) {
    case types::KeyType::kString:
      return static_cast<int64_t>(keys.string(key, Create::kNo)->value().size());
    case types::KeyType::kHash:
      return bytes_of(*keys.hash(key, Create::kNo), samples);
    case types::KeyType::kSet:
      return bytes_of(*keys.set(key, Create::kNo), samples);
    case types::KeyType::kZSet:
      return bytes_of(*keys.zset(key, Create::kNo), samples);
    case types::KeyType::kList:
      return bytes_of(*keys.list(key, Create::kNo), samples);
    case types::KeyType::kStream:
      return bytes_of(*keys.stream(key, Create::kNo), samples);
  }
  return std::nullopt;
}

}  // namespace keemun::keyspace
