// HRANDFIELD: the one command of hashes that answers by chance.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "commands/count_arguments.h"
#include "commands/hash/hash_commands.h"
#include "types/sampling.h"

namespace keemun::commands {

using types::HashStore;

namespace {

constexpr size_t kPageFields = 256;

std::vector<Bytes> sample_of(const Call& call, HashStore& hash, int64_t asked) {
  const types::NameOrder fields{
      [&hash](const std::optional<Bytes>& after, size_t most) {
        return hash.scan_names(after, most);
      },
      [&hash] { return hash.size(); },
      [&hash] { return hash.size_if_known(); },
      [&hash] { return hash.last_name(); },
      [&hash](std::span<const uint64_t> ranks) { return hash.names_at(ranks); },
  };
  return types::sample(fields, sample_count_of(asked), [&call] { return call.host.draw(); });
}

// RESP3 has an array for each field and its value, RESP2 one flat array.
void add_pair(Reply::Items& items, int protocol, Bytes field, Bytes value) {
  if (protocol == 3) {
    items.push_back(Reply::array({Reply::bulk(std::move(field)), Reply::bulk(std::move(value))}));
  } else {
    items.push_back(Reply::bulk(std::move(field)));
    items.push_back(Reply::bulk(std::move(value)));
  }
}

Reply fields_and_values(const Call& call, HashStore& hash, std::vector<Bytes> fields) {
  Reply::Items items;
  const std::vector<BytesView> views(fields.begin(), fields.end());
  for (size_t begin = 0; begin < fields.size(); begin += kPageFields) {
    const size_t count = std::min(kPageFields, fields.size() - begin);
    auto values = hash.get_many(std::span(views).subspan(begin, count));
    for (size_t i = 0; i < count; ++i) {
      add_pair(items, call.connection.protocol, fields[begin + i],
               std::move(values[i]).value_or(Bytes()));
    }
  }
  return Reply::array(std::move(items));
}

}  // namespace

// HRANDFIELD key [count [WITHVALUES]]
Reply hrandfield(Call& call) {
  const bool has_count = call.size() > 2;
  const bool with_values = call.size() == 4 && call.is_word(3, "withvalues");
  // The range of a count is narrower with values, but a wrong word is reported before that.
  const int64_t asked = has_count ? parse_sample_count(call, 2, with_values) : 1;
  if (call.size() > 4 || (call.size() == 4 && !with_values)) throw_syntax_error();

  const auto hash = call.keys().hash(call.arg(1), Create::kNo);
  if (!hash) return has_count ? Reply::array() : Reply::null();
  std::vector<Bytes> fields = sample_of(call, *hash, asked);
  if (with_values) return fields_and_values(call, *hash, std::move(fields));
  Reply::Items items = Reply::bulks(std::move(fields));
  if (has_count) return Reply::array(std::move(items));
  return items.empty() ? Reply::null() : std::move(items[0]);
}

}  // namespace keemun::commands
