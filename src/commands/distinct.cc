#include "commands/distinct.h"

#include <algorithm>
#include <map>
#include <set>

namespace keemun::commands {

namespace {

// Below this, comparing each with each is quicker than a tree.
constexpr size_t kFew = 8;

}  // namespace

std::vector<BytesView> distinct(std::span<const BytesView> elements) {
  std::vector<BytesView> result;
  result.reserve(elements.size());
  if (elements.size() <= kFew) {
    for (const BytesView element : elements) {
      if (std::find(result.begin(), result.end(), element) == result.end()) {
        result.push_back(element);
      }
    }
    return result;
  }
  std::set<BytesView> seen;
  for (const BytesView element : elements) {
    if (seen.insert(element).second) result.push_back(element);
  }
  return result;
}

std::vector<types::FieldView> distinct_fields(std::span<const BytesView> words) {
  std::vector<types::FieldView> result;
  result.reserve(words.size() / 2);
  std::map<BytesView, size_t> place_of;
  for (size_t i = 0; i + 1 < words.size(); i += 2) {
    const auto [found, is_new] = place_of.emplace(words[i], result.size());
    if (is_new) {
      result.push_back({words[i], words[i + 1]});
    } else {
      result[found->second].value = words[i + 1];
    }
  }
  return result;
}

}  // namespace keemun::commands
