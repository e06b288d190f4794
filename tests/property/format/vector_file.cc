#include "vector_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <sstream>

namespace keemun {

Bytes from_hex(const std::string& hex) {
  if (hex == "-") return {};
  Bytes bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string to_hex(BytesView bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  if (bytes.empty()) return "-";
  std::string hex;
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    hex.push_back(kDigits[number >> 4]);
    hex.push_back(kDigits[number & 15]);
  }
  return hex;
}

Bytes GoldenVector::bytes(const std::string& name) const {
  return from_hex(fields.at(name));
}

int64_t GoldenVector::number(const std::string& name) const {
  return std::stoll(fields.at(name));
}

std::vector<size_t> GoldenVector::numbers(const std::string& name) const {
  std::vector<size_t> numbers;
  if (fields.at(name) == "-") return numbers;
  std::istringstream words(fields.at(name));
  for (std::string word; std::getline(words, word, ',');) numbers.push_back(std::stoull(word));
  return numbers;
}

double GoldenVector::bits(const std::string& name) const {
  return std::bit_cast<double>(uint64_t{std::stoull(fields.at(name), nullptr, 16)});
}

Bytes GoldenVector::result_bytes() const {
  return from_hex(result);
}

namespace {

// Relative to the root of the repository, where tests run.
std::vector<GoldenVector> load_vectors(const std::string& file) {
  std::ifstream lines("spec/vectors/" + file);
  std::vector<GoldenVector> vectors;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    GoldenVector vector;
    vector.file_and_line = file + ":" + std::to_string(++number) + " " + line;
    std::istringstream words(line);
    words >> vector.kind;
    for (std::string word; words >> word && word != "=>";) {
      const size_t equals = word.find('=');
      vector.fields[word.substr(0, equals)] = word.substr(equals + 1);
    }
    words >> vector.result;
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

}  // namespace

void check_vectors(const std::string& file, size_t vectors_min,
                   const std::function<void(const GoldenVector&)>& check) {
  const std::vector<GoldenVector> vectors = load_vectors(file);
  EXPECT_GE(vectors.size(), vectors_min);
  for (const GoldenVector& vector : vectors) {
    SCOPED_TRACE(vector.file_and_line);
    check(vector);
  }
}

}  // namespace keemun
