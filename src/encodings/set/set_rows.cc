#include "encodings/set/set_rows.h"

#include <optional>

#include "encodings/sub_rows.h"

namespace keemun::encodings {

void put_members(OpenKey& key, std::span<const BytesView> members, ports::WasThere were_there) {
  for (const BytesView member : members) {
    key.rows().put(key.generation().sub_key(member), Bytes(), ports::Stage::kPut, were_there);
  }
}

void erase_members(OpenKey& key, std::span<const BytesView> members, ports::WasThere were_there) {
  for (const BytesView member : members) {
    key.rows().erase(key.generation().sub_key(member), ports::Stage::kErase, were_there);
  }
}

std::vector<bool> has_members(const OpenKey& key, std::span<const BytesView> members) {
  std::vector<bool> answers;
  answers.reserve(members.size());
  for (const std::optional<Bytes>& row : read_sub_rows(key, members)) {
    answers.push_back(row.has_value());
  }
  return answers;
}

}  // namespace keemun::encodings
