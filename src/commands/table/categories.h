// The categories of commands: what COMMAND INFO lists with an @ in front, what ACL CAT knows, and
// what a user's rules name. All of it follows from the row of the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::commands {

// Any number of them at once.
using Categories = uint32_t;

struct CategoryName {
  Categories category;  // one of them
  BytesView name;       // "sortedset"
};
// All of them, in the order of ACL CAT.
std::span<const CategoryName> category_names();
// In any case; none where there is no such category.
std::optional<Categories> category_named(BytesView name);

Categories categories_of(const Command& command);

}  // namespace keemun::commands
