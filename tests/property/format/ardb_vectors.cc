// Law: every vector of spec/vectors/ardb_*.txt is what format writes, reads back, and how it
// compares.
#include <gtest/gtest.h>

#include <sstream>

#include "format/ardb_order.h"
#include "format/ardb_ordered_form.h"
#include "format/ardb_value.h"
#include "vector_file.h"

namespace keemun::format {
namespace {

ArdbElement element_of(const std::string& text) {
  const std::string rest = text.substr(1);
  switch (text[0]) {
    case 'i':
      return int64_t{std::stoll(rest)};
    case 'd':
      return std::bit_cast<double>(uint64_t{std::stoull(rest, nullptr, 16)});
    case 's':
      return from_hex(rest);
    default:
      return ArdbNil();
  }
}

ArdbElements elements_of(const GoldenVector& vector, const std::string& name = "elements") {
  ArdbElements elements;
  if (vector.text(name) == "-") return elements;
  std::istringstream words(vector.text(name));
  for (std::string word; std::getline(words, word, ',');) elements.push_back(element_of(word));
  return elements;
}

ArdbKey key_of(const GoldenVector& vector, bool has_namespace) {
  return {has_namespace ? vector.bytes("namespace") : Bytes(), vector.bytes("key"),
          static_cast<ArdbType>(vector.number("type")), elements_of(vector)};
}

ArdbValue value_of(const GoldenVector& vector) {
  ArdbValue value;
  value.type = static_cast<ArdbType>(vector.number("type"));
  value.meta = {vector.number("expire"), vector.number("size"), vector.number("sequential") == 1,
                vector.bytes("last_id")};
  value.merge_command = static_cast<uint16_t>(vector.number("command"));
  value.elements = elements_of(vector);
  return value;
}

void check_exact(const GoldenVector& vector) {
  const Bytes bytes = vector.result_bytes();
  if (vector.kind == "ardb_value") {
    EXPECT_EQ(to_hex(encode_ardb_value(value_of(vector))), vector.result);
    EXPECT_TRUE(decode_ardb_value(bytes) == value_of(vector));
    return;
  }
  const bool has_namespace = vector.kind == "ardb_key";
  const auto namespaces = has_namespace ? ArdbNamespaces::kInKeys : ArdbNamespaces::kOutside;
  const ArdbKey key = key_of(vector, has_namespace);
  EXPECT_EQ(to_hex(encode_ardb_key(key, namespaces)), vector.result);
  EXPECT_TRUE(decode_ardb_key(bytes, namespaces) == key);
}

void check_ordered(const GoldenVector& vector) {
  const ArdbKey key = key_of(vector, true);
  EXPECT_EQ(to_hex(encode_ordered_ardb_key(key)), vector.result);
  EXPECT_TRUE(decode_ordered_ardb_key(vector.result_bytes()) == key);
  EXPECT_EQ(is_ardb_meta_row(vector.result_bytes()), key.type == ArdbType::kMeta);
}

Bytes sortable(const ArdbElement& element) {
  Bytes bytes;
  append_sortable_element(bytes, element);
  return bytes;
}

void check_order(const GoldenVector& vector) {
  const ArdbElement a = elements_of(vector, "a")[0];
  const ArdbElement b = elements_of(vector, "b")[0];
  const auto meant = ardb_order(a, b);
  EXPECT_EQ(meant < 0 ? -1 : meant > 0 ? 1 : 0, vector.number("meant"));
  EXPECT_EQ(ardb_comparison(a, b), std::stoi(vector.result));
  const auto bytes = sortable(a) <=> sortable(b);
  EXPECT_EQ(bytes < 0 ? -1 : bytes > 0 ? 1 : 0, vector.number("meant"));
}

void check_refused(const GoldenVector& vector) {
  const Bytes row = vector.bytes("row");
  if (vector.kind == "ardb_key") {
    EXPECT_FALSE(decode_ardb_key(row, ArdbNamespaces::kInKeys).has_value());
  } else if (vector.kind == "ardb_value") {
    EXPECT_FALSE(decode_ardb_value(row).has_value());
  } else {
    ASSERT_EQ(vector.kind, "ardb_row");
    EXPECT_FALSE(decode_ordered_ardb_key(row).has_value());
  }
}

TEST(ArdbVectors, ExactFormMatches) {
  check_vectors("ardb_exact.txt", 500, check_exact);
}

TEST(ArdbVectors, OrderedFormMatches) {
  check_vectors("ardb_ordered.txt", 130, check_ordered);
}

TEST(ArdbVectors, OrdersMatch) {
  check_vectors("ardb_order.txt", 2000, check_order);
}

TEST(ArdbVectors, WhatMustBeRefusedIs) {
  check_vectors("ardb_refused.txt", 90, check_refused);
}

}  // namespace
}  // namespace keemun::format
