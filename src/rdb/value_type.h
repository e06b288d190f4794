// How a value is written, as its first byte says.
#pragma once

#include <cstdint>

namespace keemun::rdb {

enum class ValueType : uint8_t {
  // Each element as a string, behind how many there are.
  kString = 0,
  kList = 1,
  kSet = 2,
  kZSetOfTexts = 3,  // the score as text
  kHash = 4,
  kZSet = 5,
  // All in one string.
  kListInZiplist = 10,
  kSetInIntset = 11,
  kZSetInZiplist = 12,
  kHashInZiplist = 13,
  kHashInListpack = 16,
  kZSetInListpack = 17,
  kSetInListpack = 20,
  // Several such strings, one after another.
  kListInZiplists = 14,
  kListInListpacks = 18,  // each behind whether it is a listpack or one long element
  // rdb/stream.h
  kStreamOfRedis5 = 15,
  kStreamOfRedis70 = 19,
  kStreamOfRedis72 = 21,
};

}  // namespace keemun::rdb
