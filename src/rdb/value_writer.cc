#include "rdb/value_writer.h"

#include "base/integer_codec.h"
#include "rdb/little_endian.h"
#include "rdb/string_writer.h"
#include "rdb/value_type.h"

namespace keemun::rdb {

using types::KeyType;

namespace {

ValueType written_as(KeyType type) {
  switch (type) {
    case KeyType::kString:
      return ValueType::kString;
    case KeyType::kHash:
      return ValueType::kHash;
    case KeyType::kSet:
      return ValueType::kSet;
    case KeyType::kZSet:
      return ValueType::kZSet;
    case KeyType::kList:
      return ValueType::kList;
    case KeyType::kStream:  // rdb/stream.h
      break;
  }
  return ValueType::kString;
}

}  // namespace

void ValueWriter::add(BytesView element) {
  ++count_;
  append_string(elements_, element);
}

void ValueWriter::add(BytesView member, double score) {
  add(member);
  append_little_endian(elements_, score);
}

Bytes ValueWriter::finish() && {
  Bytes value;
  append_u8(value, static_cast<uint8_t>(written_as(type_)));
  const uint64_t length = type_ == KeyType::kHash ? count_ / 2 : count_;
  if (type_ != KeyType::kString) append_length(value, length);
  value += elements_;
  return value;
}

}  // namespace keemun::rdb
