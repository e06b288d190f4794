#include "commands/key/sort_commands.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "base/resting_comparison.h"
#include "commands/key/sort_pattern.h"
#include "commands/set/set_answers.h"

namespace keemun::commands {

using types::KeyType;
using types::RankRange;

namespace {

struct SortOptions {
  bool is_descending = false;
  bool by_words = false;
  bool keeps_order = false;  // BY a pattern without '*'
  int64_t offset = 0;
  int64_t count = -1;  // negative: all
  std::optional<SortPattern> by;
  std::vector<SortPattern> gets;
  std::optional<BytesView> target;

  RankRange window(int64_t size) const {
    const int64_t first = std::clamp<int64_t>(offset, 0, size);
    return {first, count < 0 ? size - first : std::min(count, size - first)};
  }
};

// What BY and GET name depends on the elements: no rule for some keys covers it.
void check_may_fetch(const Call& call, BytesView option) {
  if (call.host.may_read_any_key(call)) return;
  throw_error(Bytes("ERR ") + Bytes(option) +
              " option of SORT denied due to insufficient ACL permissions.");
}

SortOptions parse_sort_options(const Call& call, bool may_store) {
  SortOptions options;
  for (size_t i = 2; i < call.size(); ++i) {
    const size_t words_behind = call.size() - i - 1;
    if (call.is_word(i, "asc")) {
      options.is_descending = false;
    } else if (call.is_word(i, "desc")) {
      options.is_descending = true;
    } else if (call.is_word(i, "alpha")) {
      options.by_words = true;
    } else if (call.is_word(i, "limit") && words_behind >= 2) {
      options.offset = call.integer(++i);
      options.count = call.integer(++i);
    } else if (may_store && call.is_word(i, "store") && words_behind >= 1) {
      options.target = call.arg(++i);
    } else if (call.is_word(i, "by") && words_behind >= 1) {
      options.by.emplace(call.arg(++i));
      if (options.by->has_star()) check_may_fetch(call, "BY");
      // Once without '*', never sorted, whatever BY follows: so does Redis.
      options.keeps_order |= !options.by->has_star();
    } else if (call.is_word(i, "get") && words_behind >= 1) {
      check_may_fetch(call, "GET");
      options.gets.emplace_back(call.arg(++i));
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

std::vector<Bytes> load_elements(keyspace::Keyspace& keys, BytesView key, KeyType type) {
  if (type == KeyType::kSet) {
    std::vector<Bytes> members = keys.set(key, Create::kNo)->load_all();
    put_integers_in_order(members);
    return members;
  }
  if (type == KeyType::kList) {
    const auto list = keys.list(key, Create::kNo);
    return list->range({0, list->size()});
  }
  std::vector<Bytes> elements;
  const auto zset = keys.zset(key, Create::kNo);
  for (types::ScoredMember& member : zset->range_by_rank({0, zset->size()}, false)) {
    elements.push_back(std::move(member.member));
  }
  return elements;
}

// The elements of a list or a sorted set that a window on their own order shows, no others read.
std::vector<Bytes> load_window(const Call& call, const SortOptions& options, KeyType type) {
  std::vector<Bytes> elements;
  if (type == KeyType::kList) {
    const auto list = call.keys().list(call.arg(1), Create::kNo);
    const int64_t size = list->size();
    RankRange ranks = options.window(size);
    if (options.is_descending) ranks.first = size - ranks.first - ranks.count;
    if (!ranks.is_empty()) elements = list->range(ranks);
    if (options.is_descending) std::reverse(elements.begin(), elements.end());
    return elements;
  }
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  const RankRange ranks = options.window(zset->size());
  if (ranks.is_empty()) return elements;
  for (types::ScoredMember& member : zset->range_by_rank(ranks, options.is_descending)) {
    elements.push_back(std::move(member.member));
  }
  return elements;
}

// An element and what it is sorted by.
struct Row {
  Bytes element;
  double score = 0;
  std::optional<Bytes> word;
  size_t place = 0;  // where it came, which decides between equals
};

double score_of(BytesView text) {
  const auto score = parse_sorted_number(text);
  if (!score) throw_error("ERR One or more scores can't be converted into double");
  return *score;
}

Row make_row(keyspace::Keyspace& keys, const SortOptions& options, Bytes element) {
  Row row;
  std::optional<Bytes> weight =
      options.by ? options.by->look_up(keys, element) : std::optional<Bytes>(element);
  if (options.by_words) {
    row.word = std::move(weight);
  } else if (weight) {
    row.score = score_of(*weight);
  }
  row.element = std::move(element);
  return row;
}

// Redis compares words as C strings unless it stores them.
int compare_words(const std::optional<Bytes>& left, const std::optional<Bytes>& right, bool whole) {
  if (!left || !right) return int{left.has_value()} - int{right.has_value()};
  if (whole) return left->compare(*right);
  return BytesView(left->c_str()).compare(right->c_str());
}

int compare(const Row& left, const Row& right, const SortOptions& options) {
  if (options.by_words) return compare_words(left.word, right.word, options.target.has_value());
  if (left.score != right.score) return left.score < right.score ? -1 : 1;
  return left.element.compare(right.element);
}

std::vector<Row> make_rows(const Call& call, const SortOptions& options,
                           std::vector<Bytes> elements) {
  constexpr size_t kRowsAtOnce = 256;
  std::vector<Row> rows;
  rows.reserve(elements.size());
  for (Bytes& element : elements) {
    if (rows.size() % kRowsAtOnce == 0) call.host.let_others_go();
    rows.push_back(make_row(call.keys(), options, std::move(element)));
    rows.back().place = rows.size();
  }
  return rows;
}

// Those that LIMIT lets through, in their order; of the others only that they are others.
std::vector<Bytes> sort_elements(const Call& call, const SortOptions& options,
                                 std::vector<Bytes> elements) {
  std::vector<Row> rows = make_rows(call, options, std::move(elements));
  const RankRange window = options.window(static_cast<int64_t>(rows.size()));
  if (window.is_empty()) return {};
  const auto let_others_go = [&call] { call.host.let_others_go(); };
  RestingComparison resting(let_others_go, [&options](const Row& left, const Row& right) {
    const int order = compare(left, right, options);
    if (order == 0) return left.place < right.place;
    return options.is_descending ? order > 0 : order < 0;
  });
  const auto comes_before = std::ref(resting);
  const auto first = rows.begin() + window.first;
  const auto end = first + window.count;
  if (window.first > 0) std::nth_element(rows.begin(), first, rows.end(), comes_before);
  std::nth_element(first, end, rows.end(), comes_before);
  std::sort(first, end, comes_before);
  std::vector<Bytes> shown;
  for (auto row = first; row != end; ++row) shown.push_back(std::move(row->element));
  return shown;
}

std::vector<Bytes> cut_to_window(std::vector<Bytes> elements, const SortOptions& options) {
  const RankRange window = options.window(static_cast<int64_t>(elements.size()));
  const auto first = elements.begin() + window.first;
  return {std::make_move_iterator(first), std::make_move_iterator(first + window.count)};
}

// The elements in the order asked for, no more than LIMIT lets through.
std::vector<Bytes> run_sort(const Call& call, SortOptions& options) {
  const auto info = call.keys().find(call.arg(1));
  if (!info) return {};
  if (info->type == KeyType::kString || info->type == KeyType::kHash) {
    throw_error("WRONGTYPE Operation against a key holding the wrong kind of value");
  }
  const bool is_set = info->type == KeyType::kSet;
  // What is stored, or a script goes by, must not be left open.
  if (options.keeps_order && is_set && (options.target || call.connection.is_of_script)) {
    options.keeps_order = false;
    options.by_words = true;
    options.by.reset();
  }
  if (options.keeps_order && !is_set) return load_window(call, options, info->type);
  std::vector<Bytes> elements = load_elements(call.keys(), call.arg(1), info->type);
  return options.keeps_order ? cut_to_window(std::move(elements), options)
                             : sort_elements(call, options, std::move(elements));
}

using Outputs = std::vector<std::optional<Bytes>>;

// What is answered for the elements: themselves, or what each GET finds for them.
Outputs output_of(const Call& call, const SortOptions& options, std::vector<Bytes> elements) {
  Outputs outputs;
  for (Bytes& element : elements) {
    for (const SortPattern& pattern : options.gets) {
      outputs.push_back(pattern.look_up(call.keys(), element));
    }
    if (options.gets.empty()) outputs.emplace_back(std::move(element));
  }
  return outputs;
}

Outputs sorted_output(const Call& call, SortOptions& options) {
  const keyspace::CountedLookups counted(call.keys());
  return output_of(call, options, run_sort(call, options));
}

Reply store(const Call& call, BytesView target, const Outputs& outputs) {
  const bool existed = call.keys().erase(target);
  if (outputs.empty()) {
    if (existed) call.changed(target, "del");
    return Reply::integer(0);
  }
  std::vector<BytesView> elements;  // what was not found is stored as empty
  for (const auto& output : outputs) elements.push_back(output ? BytesView(*output) : BytesView());
  call.keys().list(target, Create::kYes)->push(types::ListEnd::kTail, elements);
  call.changed(target, "sortstore");
  return Reply::integer(static_cast<int64_t>(elements.size()));
}

Reply sort_generic(const Call& call, bool may_store) {
  SortOptions options = parse_sort_options(call, may_store);
  Outputs outputs = sorted_output(call, options);
  if (options.target) return store(call, *options.target, outputs);
  Reply::Items items;
  for (auto& output : outputs) {
    items.push_back(output ? Reply::bulk(std::move(*output)) : Reply::null());
  }
  return Reply::array(std::move(items));
}

}  // namespace

// SORT key [BY pattern] [LIMIT offset count] [GET pattern ...] [ASC | DESC] [ALPHA] [STORE key]
Reply sort(Call& call) {
  return sort_generic(call, true);
}

// SORT_RO key [BY pattern] [LIMIT offset count] [GET pattern ...] [ASC | DESC] [ALPHA]
Reply sort_ro(Call& call) {
  return sort_generic(call, false);
}

}  // namespace keemun::commands
