// Law: what is written as a value, sealed and opened is read as the same value.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "base/number_text.h"
#include "rdb/payload.h"
#include "rdb/value.h"
#include "rdb/value_writer.h"

namespace keemun::rdb {
namespace {

using types::KeyType;

// Integers about the bounds of their sizes, texts that can be compressed, and any bytes.
rc::Gen<Bytes> element() {
  const auto near_a_power_of_two = rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, 63), rc::gen::inRange(-1, 2), rc::gen::arbitrary<bool>()),
      [](const std::tuple<int, int, bool>& parts) {
        const auto [power, more, is_negative] = parts;
        const int64_t number = (int64_t{1} << power) + more;
        return format_int64(is_negative ? -number : number);
      });
  const auto repeated =
      rc::gen::map(rc::gen::pair(rc::gen::arbitrary<Bytes>(), rc::gen::inRange(1, 2000)),
                   [](const std::pair<Bytes, int>& parts) {
                     Bytes text;
                     for (int i = 0; i < parts.second; ++i) text += parts.first;
                     return text;
                   });
  return rc::gen::oneOf(near_a_power_of_two, repeated, rc::gen::arbitrary<Bytes>());
}

Value read_again(ValueWriter writer) {
  const Bytes payload = sealed(std::move(writer).finish());
  const auto content = opened(payload);
  RC_ASSERT(content.has_value());
  return read_value(*content);
}

void check(KeyType type, const std::vector<Bytes>& elements) {
  ValueWriter writer(type);
  for (const Bytes& each : elements) writer.add(each);
  const Value value = read_again(std::move(writer));
  RC_ASSERT(value.type == type);
  RC_ASSERT(value.elements == elements);
}

RC_GTEST_PROP(ValueRoundTrip, OfStringsAndLists, ()) {
  check(KeyType::kString, {*element()});
  check(KeyType::kList, *rc::gen::nonEmpty(rc::gen::container<std::vector<Bytes>>(element())));
}

RC_GTEST_PROP(ValueRoundTrip, OfSetsAndHashes, ()) {
  const auto names = *rc::gen::nonEmpty(rc::gen::container<std::set<Bytes>>(element()));
  check(KeyType::kSet, {names.begin(), names.end()});
  std::vector<Bytes> pairs;
  for (const Bytes& name : names) {
    pairs.push_back(name);
    pairs.push_back(*element());
  }
  check(KeyType::kHash, pairs);
}

RC_GTEST_PROP(ValueRoundTrip, OfSortedSets, ()) {
  const auto names = *rc::gen::nonEmpty(rc::gen::container<std::set<Bytes>>(element()));
  const std::vector<Bytes> members(names.begin(), names.end());
  std::vector<double> scores;
  ValueWriter writer(KeyType::kZSet);
  for (const Bytes& member : members) {
    scores.push_back(*rc::gen::arbitrary<double>());
    writer.add(member, scores.back());
  }
  const Value value = read_again(std::move(writer));
  RC_ASSERT(value.elements == members);
  RC_ASSERT(value.scores == scores);
}

}  // namespace
}  // namespace keemun::rdb
