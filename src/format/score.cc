#include "format/score.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/ordered_codec.h"

namespace keemun::format {
namespace {

constexpr BytesView kNegativeZeroMark = "-";
constexpr BytesView kInfinity = "Infinity";

bool is_negative_zero(double score) {
  return score == 0 && std::signbit(score);
}

// A finite positive number as its shortest digits and the exponent of the first: 1.5e7 is {"15",
// 7}. No more than 17 digits.
struct Decimal {
  std::array<char, 17> digits;
  size_t size = 0;
  int exponent = 0;
};

Decimal decimal_of(double number) {
  std::array<char, 32> text;
  auto end = std::to_chars(text.begin(), text.end(), number, std::chars_format::scientific).ptr;
  // Java prints at least two digits, and with two to choose takes the nearest: 4.9E-324, not 5.
  if (text[1] != '.') {
    end = std::to_chars(text.begin(), text.end(), number, std::chars_format::scientific, 1).ptr;
  }
  Decimal decimal;
  const char* at = text.begin();
  for (; *at != 'e'; ++at) {
    if (*at != '.') decimal.digits[decimal.size++] = *at;
  }
  if (decimal.digits[decimal.size - 1] == '0') --decimal.size;  // 1.0 has one digit
  ++at;
  if (*at == '+') ++at;
  std::from_chars(at, end, decimal.exponent);
  return decimal;
}

// Collects the text of one score in the caller's buffer, which is long enough for every double.
class Writer {
 public:
  explicit Writer(char* out) : out_(out) {}

  void put(char byte) { *out_++ = byte; }
  void put(BytesView bytes) { out_ = std::copy(bytes.begin(), bytes.end(), out_); }
  void zeros(int count) { out_ = std::fill_n(out_, count, '0'); }
  void put(int number) { out_ = std::to_chars(out_, out_ + 5, number).ptr; }
  char* end() const { return out_; }

 private:
  char* out_;
};

// 0.00123, 123.0, 1200.0
void write_fixed(Writer& writer, BytesView digits, int exponent) {
  if (exponent < 0) {
    writer.put("0.");
    writer.zeros(-exponent - 1);
    writer.put(digits);
    return;
  }
  const size_t whole = static_cast<size_t>(exponent) + 1;
  writer.put(digits.substr(0, whole));
  if (digits.size() <= whole) {
    writer.zeros(static_cast<int>(whole - digits.size()));
    writer.put(".0");
  } else {
    writer.put('.');
    writer.put(digits.substr(whole));
  }
}

// 1.0E7, 1.25E-10
void write_scientific(Writer& writer, BytesView digits, int exponent) {
  writer.put(digits[0]);
  writer.put('.');
  writer.put(digits.size() > 1 ? digits.substr(1) : "0");
  writer.put('E');
  writer.put(exponent);
}

}  // namespace

OrderedScore::OrderedScore(double score) {
  store_be(bytes_.data(), ordered_bits(score));
}

std::optional<OrderedScore> OrderedScore::decode(BytesView bytes) {
  ByteReader reader(bytes);
  double score = 0;
  if (!read_ordered_double(reader, score) || !reader.at_end()) return std::nullopt;
  return OrderedScore(score);
}

double OrderedScore::number() const {
  ByteReader reader(bytes());
  double score = 0;
  CHECK(read_ordered_double(reader, score));
  return score;
}

BytesView score_row_value(double score) {
  return is_negative_zero(score) ? kNegativeZeroMark : BytesView();
}

std::optional<double> score_of_row(const OrderedScore& ordered, BytesView row_value) {
  const double score = ordered.number();
  if (row_value.empty()) return score;
  if (row_value != kNegativeZeroMark || score != 0) return std::nullopt;
  return -0.0;
}

ScoreText::ScoreText(double score) {
  CHECK(!std::isnan(score));
  Writer writer(bytes_.data());
  if (std::signbit(score)) writer.put('-');
  const double magnitude = std::fabs(score);
  if (std::isinf(score)) {
    writer.put(kInfinity);
  } else if (magnitude == 0) {
    writer.put("0.0");
  } else {
    const Decimal decimal = decimal_of(magnitude);
    const BytesView digits(decimal.digits.data(), decimal.size);
    const bool is_fixed = magnitude >= 1e-3 && magnitude < 1e7;
    (is_fixed ? write_fixed : write_scientific)(writer, digits, decimal.exponent);
  }
  size_ = static_cast<size_t>(writer.end() - bytes_.data());
}

std::optional<double> ScoreText::decode(BytesView text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double score = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, score);
  if (error != std::errc() || stopped_at != end || std::isnan(score)) return std::nullopt;
  return score;
}

}  // namespace keemun::format
