#include "format/ardb_rows.h"

#include <utility>

#include "base/integer_codec.h"
#include "format/ardb_ordered_form.h"

namespace keemun::format {

namespace {

constexpr size_t kTypeAndCountBytes = 2;

}  // namespace

ArdbRows::ArdbRows(BytesView namespace_name, BytesView key) : stem_(kArdbRowHead) {
  append_sortable_string(stem_, namespace_name);
  append_sortable_string(stem_, key);
}

Bytes ArdbRows::head(ArdbType type, uint8_t element_count) const {
  Bytes row = stem_;
  append_u8(row, static_cast<uint8_t>(type));
  append_u8(row, element_count);
  return row;
}

Bytes ArdbRows::named_row(ArdbType type, BytesView name) const {
  Bytes row = head(type, 1);
  append_sortable_name(row, name);
  return row;
}

KeyRange ArdbRows::named_rows(ArdbType type) const {
  return rows_with_prefix(head(type, 1));
}

KeyRange ArdbRows::named_rows(ArdbType type, const MemberBound& low,
                              const MemberBound& high) const {
  return rows_between(named_edge(type, low, low.kind == MemberBound::Kind::kExclusive),
                      named_edge(type, high, high.kind == MemberBound::Kind::kInclusive));
}

// The border before or behind the row of the bound's member.
Bytes ArdbRows::named_edge(ArdbType type, const MemberBound& bound, bool is_behind) const {
  switch (bound.kind) {
    case MemberBound::Kind::kLowest:
      return named_rows(type).begin;
    case MemberBound::Kind::kHighest:
      return named_rows(type).end;
    case MemberBound::Kind::kInclusive:
    case MemberBound::Kind::kExclusive:
      break;
  }
  Bytes row = named_row(type, bound.member);
  return is_behind ? row_after(std::move(row)) : row;
}

std::optional<Bytes> ArdbRows::name_of(BytesView named_row) const {
  ByteReader reader(named_row.substr(stem_.size() + kTypeAndCountBytes));
  auto element = read_sortable_element(reader);
  auto* name = element && reader.at_end() ? std::get_if<Bytes>(&*element) : nullptr;
  if (name == nullptr) return std::nullopt;
  return std::move(*name);
}

Bytes ArdbRows::element_row(const ArdbElement& index) const {
  Bytes row = head(ArdbType::kListElement, 1);
  append_sortable_element(row, index);
  return row;
}

KeyRange ArdbRows::element_rows() const {
  return rows_with_prefix(head(ArdbType::kListElement, 1));
}

std::optional<ArdbElement> ArdbRows::index_of(BytesView element_row) const {
  ByteReader reader(element_row.substr(stem_.size() + kTypeAndCountBytes));
  auto index = read_sortable_element(reader);
  if (!index || !reader.at_end() || !is_ardb_number(*index)) return std::nullopt;
  return index;
}

Bytes ArdbRows::score_head(double score) const {
  Bytes row = head(ArdbType::kZSetSort, 2);
  append_sortable_double(row, score);
  return row;
}

Bytes ArdbRows::sort_row(double score, BytesView member) const {
  Bytes row = score_head(score);
  append_sortable_name(row, member);
  return row;
}

KeyRange ArdbRows::sort_rows() const {
  return rows_with_prefix(head(ArdbType::kZSetSort, 2));
}

KeyRange ArdbRows::sort_rows(const ScoreBound& low, const ScoreBound& high) const {
  KeyRange at_low = rows_with_prefix(score_head(low.value));
  KeyRange at_high = rows_with_prefix(score_head(high.value));
  return rows_between(std::move(low.exclusive ? at_low.end : at_low.begin),
                      std::move(high.exclusive ? at_high.begin : at_high.end));
}

std::optional<ArdbRows::Sorted> ArdbRows::sorted_of(BytesView sort_row) const {
  ByteReader reader(sort_row.substr(stem_.size() + kTypeAndCountBytes));
  auto score = read_sortable_element(reader);
  auto member = score ? read_sortable_element(reader) : std::nullopt;
  const auto* number = score ? std::get_if<double>(&*score) : nullptr;
  auto* name = member && reader.at_end() ? std::get_if<Bytes>(&*member) : nullptr;
  if (number == nullptr || name == nullptr) return std::nullopt;
  return Sorted{*number, std::move(*name)};
}

Bytes ArdbRows::row(ArdbType type, const ArdbElements& elements) const {
  Bytes row = head(type, static_cast<uint8_t>(elements.size()));
  for (const ArdbElement& element : elements) append_sortable_element(row, element);
  return row;
}

KeyRange ArdbRows::rows(ArdbType type, uint8_t element_count,
                        const ArdbElements& first_ones) const {
  Bytes prefix = head(type, element_count);
  for (const ArdbElement& element : first_ones) append_sortable_element(prefix, element);
  return rows_with_prefix(std::move(prefix));
}

std::optional<ArdbElements> ArdbRows::elements_of(BytesView row, uint8_t element_count) const {
  ByteReader reader(row.substr(stem_.size() + 1));
  uint8_t count = 0;
  if (!reader.read_u8(count) || count != element_count) return std::nullopt;
  ArdbElements elements;
  for (int i = 0; i < count; ++i) {
    auto element = read_sortable_element(reader);
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  if (!reader.at_end()) return std::nullopt;
  return elements;
}

}  // namespace keemun::format
