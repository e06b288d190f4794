#include "commands/table/categories.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "commands/table/info_names.h"

namespace keemun::commands {

namespace {

constexpr auto kNames = std::to_array<BytesView>(
    {"keyspace", "read",   "write",       "set",       "sortedset",  "list",        "hash",
     "string",   "bitmap", "hyperloglog", "geo",       "stream",     "pubsub",      "admin",
     "fast",     "slow",   "blocking",    "dangerous", "connection", "transaction", "scripting"});

constexpr auto numbered() {
  std::array<CategoryName, kNames.size()> names{};
  for (size_t i = 0; i < names.size(); ++i) names[i] = {Categories{1} << i, kNames[i]};
  return names;
}
constexpr auto kCategories = numbered();

constexpr Categories category(BytesView name) {
  for (const CategoryName& known : kCategories) {
    if (known.name == name) return known.category;
  }
  return 0;
}

Categories of_group(Group group) {
  switch (group) {
    case Group::kGeneric:
      return category("keyspace");
    case Group::kSortedSet:
      return category("sortedset");
    case Group::kTransactions:
      return category("transaction");
    case Group::kCluster:
      return category("connection");
    case Group::kMessages:  // those that concern messages are flagged
    case Group::kServer:
      return 0;
    default:
      return category(group_name(group));
  }
}

// Rows of which Redis says something else than their group says.
struct Exception {
  BytesView name;
  Categories categories;
};
constexpr Categories kOfSort = category("set") | category("sortedset") | category("list");
constexpr auto kExceptions = std::to_array<Exception>({
    {"client", 0},  // what stands for its subcommands has no category of its own
    {"cluster", 0},
    {"function", 0},
    {"object", 0},
    {"script", 0},
    {"lolwut", 0},
    {"xgroup", 0},
    {"xinfo", 0},
    {"memory|usage", 0},
    {"sort", kOfSort},
    {"sort_ro", kOfSort},
    {"lastsave", category("admin")},
    {"role", category("admin")},
    {"wait", category("connection")},
});

Categories group_categories(const Command& command) {
  for (const Exception& exception : kExceptions) {
    if (exception.name == command.name) return exception.categories;
  }
  if (command.name.starts_with("command")) return category("connection");
  const bool is_of_keys = command.is(kWrite) || command.is(kReadonly);
  if (command.group == Group::kServer && is_of_keys) return category("keyspace");
  return of_group(command.group);
}

// What whoever hides commands from others hides first: it changes all keys, or takes as long as
// there are keys, or tells of the server.
bool is_dangerous(const Command& command) {
  constexpr BytesView kOthers[] = {"info", "keys", "lastsave", "restore",
                                   "role", "sort", "sort_ro"};
  return command.is(kWholeKeyspace) ||
         std::find(std::begin(kOthers), std::end(kOthers), command.name) != std::end(kOthers);
}

}  // namespace

std::span<const CategoryName> category_names() {
  return kCategories;
}

std::optional<Categories> category_named(BytesView name) {
  const auto found = std::find_if(
      kCategories.begin(), kCategories.end(),
      [name](const CategoryName& known) { return ascii_equal_ignoring_case(known.name, name); });
  return found == kCategories.end() ? std::nullopt : std::optional(found->category);
}

Categories categories_of(const Command& command) {
  Categories categories = category(command.is(kFast) ? "fast" : "slow");
  if (command.is(kWrite)) categories |= category("write");
  // A script that only reads is no reading of a key: who may read may not run it for that.
  const bool is_script = command.is(kNoMandatoryKeys);
  if (command.is(kReadonly) && !is_script) categories |= category("read");
  if (command.is(kPubsub)) categories |= category("pubsub");
  if (command.is(kBlocking)) categories |= category("blocking");
  if (command.is(kAdmin)) categories |= category("admin");
  if (command.is(kAdmin) || is_dangerous(command)) categories |= category("dangerous");
  return categories | group_categories(command);
}

}  // namespace keemun::commands
