#include "rdb/value.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "rdb/elements.h"
#include "rdb/packed.h"
#include "rdb/reader.h"
#include "rdb/value_type.h"

namespace keemun::rdb {

using types::KeyType;

namespace {

// Behind how many there are; of a hash that is how many pairs.
void read_strings(Reader& reader, Elements& elements, size_t strings_each = 1) {
  for (uint64_t left = reader.length(); left > 0; --left) {
    for (size_t i = 0; i < strings_each; ++i) elements.add(reader.string());
  }
}

void read_list_of_ziplists(Reader& reader, Elements& elements) {
  for (uint64_t left = reader.length(); left > 0; --left) read_ziplist(reader.string(), elements);
}

void read_list_of_listpacks(Reader& reader, Elements& elements) {
  constexpr uint64_t kElement = 1;
  constexpr uint64_t kListpack = 2;
  for (uint64_t left = reader.length(); left > 0; --left) {
    const uint64_t kind = reader.length();
    if (kind != kElement && kind != kListpack) throw_bad_data();
    if (kind == kElement) {
      Bytes element = reader.string();
      if (element.empty()) throw_bad_data();  // only a large one stands by itself
      elements.add(std::move(element));
    } else {
      read_listpack(reader.string(), elements);
    }
  }
}

// Any type but a sorted set of members with their scores behind them.
KeyType read_elements(ValueType type, Reader& reader, Elements& elements) {
  switch (type) {
    case ValueType::kString:
      elements.add(reader.string());
      return KeyType::kString;
    case ValueType::kList:
      read_strings(reader, elements);
      return KeyType::kList;
    case ValueType::kListInZiplist:
      read_ziplist(reader.string(), elements);
      return KeyType::kList;
    case ValueType::kListInZiplists:
      read_list_of_ziplists(reader, elements);
      return KeyType::kList;
    case ValueType::kListInListpacks:
      read_list_of_listpacks(reader, elements);
      return KeyType::kList;
    case ValueType::kSet:
      read_strings(reader, elements);
      return KeyType::kSet;
    case ValueType::kSetInIntset:
      read_intset(reader.string(), elements);
      return KeyType::kSet;
    case ValueType::kSetInListpack:
      read_listpack(reader.string(), elements);
      return KeyType::kSet;
    case ValueType::kHash:
      read_strings(reader, elements, 2);
      return KeyType::kHash;
    case ValueType::kHashInZiplist:
      read_ziplist(reader.string(), elements);
      return KeyType::kHash;
    case ValueType::kHashInListpack:
      read_listpack(reader.string(), elements);
      return KeyType::kHash;
    case ValueType::kZSetInZiplist:
      read_ziplist(reader.string(), elements);
      return KeyType::kZSet;
    case ValueType::kZSetInListpack:
      read_listpack(reader.string(), elements);
      return KeyType::kZSet;
    default:
      throw_bad_data();
  }
}

Value read_zset(Reader& reader, double (Reader::*score)()) {
  Value zset{KeyType::kZSet, {}, {}};
  Elements members;
  for (uint64_t left = reader.length(); left > 0; --left) {
    members.add(reader.string());
    zset.scores.push_back((reader.*score)());
  }
  zset.elements = std::move(members).take();
  return zset;
}

// Of members and the texts of their scores in turn.
Value zset_of(std::vector<Bytes> elements) {
  Value zset{KeyType::kZSet, {}, {}};
  for (size_t i = 0; i < elements.size(); i += 2) {
    const auto score = parse_double(elements[i + 1]);
    if (!score || std::isnan(*score)) throw_bad_data();
    zset.elements.push_back(std::move(elements[i]));
    zset.scores.push_back(*score);
  }
  return zset;
}

Value read_any(Reader& reader) {
  const auto written_as = static_cast<ValueType>(reader.byte());
  if (written_as == ValueType::kZSet) return read_zset(reader, &Reader::score);
  if (written_as == ValueType::kZSetOfTexts) return read_zset(reader, &Reader::score_text);
  Elements read;
  const KeyType type = read_elements(written_as, reader, read);
  std::vector<Bytes> elements = std::move(read).take();
  const bool are_pairs = type == KeyType::kHash || type == KeyType::kZSet;
  if (are_pairs && elements.size() % 2 != 0) throw_bad_data();
  if (type == KeyType::kZSet) return zset_of(std::move(elements));
  return {type, std::move(elements), {}};
}

bool has_one_twice(const Value& value) {
  if (value.type == KeyType::kString || value.type == KeyType::kList) return false;
  const size_t step = value.type == KeyType::kHash ? 2 : 1;
  std::vector<BytesView> names;  // sorted, for whoever sends them could make any hash collide
  names.reserve(value.elements.size() / step);
  for (size_t i = 0; i < value.elements.size(); i += step) names.push_back(value.elements[i]);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

}  // namespace

Value read_value(BytesView bytes) {
  Reader reader(bytes);
  Value value = read_any(reader);
  if (value.elements.empty() || has_one_twice(value)) throw_bad_data();
  return value;
}

}  // namespace keemun::rdb
