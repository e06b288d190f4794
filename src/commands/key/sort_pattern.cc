#include "commands/key/sort_pattern.h"

namespace keemun::commands {

using keyspace::Create;

SortPattern::SortPattern(BytesView text) : kind_(Kind::kString) {
  constexpr BytesView kArrow = "->";
  // Redis searches up to a NUL and takes over what stands behind it.
  const BytesView visible = text.substr(0, text.find('\0'));
  const size_t star = visible.find('*');
  if (visible == "#") {
    kind_ = Kind::kElement;
  } else if (star == BytesView::npos) {
    kind_ = Kind::kConstant;
  } else {
    const size_t arrow = visible.find(kArrow, star + 1);
    before_ = text.substr(0, star);
    if (arrow == BytesView::npos || arrow + kArrow.size() == visible.size()) {
      behind_ = text.substr(star + 1);
    } else {
      kind_ = Kind::kField;
      behind_ = text.substr(star + 1, arrow - star - 1);
      field_ = text.substr(arrow + kArrow.size());
    }
  }
}

std::optional<Bytes> SortPattern::look_up(keyspace::Keyspace& keys, BytesView element) const {
  if (kind_ == Kind::kElement) return Bytes(element);
  if (kind_ == Kind::kConstant) return std::nullopt;
  const Bytes key = Bytes(before_) + Bytes(element) + Bytes(behind_);
  const auto info = keys.find(key);
  if (!info) return std::nullopt;
  if (kind_ == Kind::kString) {
    if (info->type != types::KeyType::kString) return std::nullopt;
    return keys.string(key, Create::kNo)->value();
  }
  if (info->type != types::KeyType::kHash) return std::nullopt;
  return keys.hash(key, Create::kNo)->get(field_);
}

}  // namespace keemun::commands
