#include "rocks/row_tree.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace keemun::rocks {

namespace {

constexpr size_t kEntriesMax = 128;
constexpr size_t kPrefixBytesMax = 48;
constexpr size_t kTrailerBytes = 8;  // what the engine puts behind a name

BytesView name_in(const rocksdb::Slice& key) {
  return {key.data(), key.size() - kTrailerBytes};
}

size_t common_bytes(BytesView a, BytesView b) {
  const size_t bytes = std::min(a.size(), b.size());
  return static_cast<size_t>(std::mismatch(a.begin(), a.begin() + bytes, b.begin()).first -
                             a.begin());
}

template <typename Word>
Word load(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Names are short, and looked at in each node of a path: by words, of which the last may reach
// back.
bool begins_with(BytesView name, BytesView prefix) {
  constexpr size_t kWordBytes = sizeof(uint64_t);
  if (prefix.size() < kWordBytes) return name.starts_with(prefix);
  if (prefix.size() > name.size()) return false;
  const size_t last = prefix.size() - kWordBytes;
  const auto differ = [&](size_t at) {
    return load<uint64_t>(name.data() + at) != load<uint64_t>(prefix.data() + at);
  };
  for (size_t at = 0; at < last; at += kWordBytes) {
    if (differ(at)) return false;
  }
  return !differ(last);
}

// The bytes of a name from `from` on, as a number that sorts like them; zeros behind the end. Of
// names with equal heads nothing is known.
uint64_t head_of(BytesView name, size_t from) {
  constexpr size_t kWordBytes = sizeof(uint64_t);
  if (from >= name.size()) return 0;
  const size_t rest = name.size() - from;
  if (rest >= kWordBytes) return __builtin_bswap64(load<uint64_t>(name.data() + from));
  const size_t zero_bits = 8 * (kWordBytes - rest);
  if (name.size() >= kWordBytes) {  // what the word has before `from` goes out of it
    return __builtin_bswap64(load<uint64_t>(name.data() + name.size() - kWordBytes)) << zero_bits;
  }
  uint64_t head = 0;
  std::memcpy(&head, name.data() + from, rest);
  return __builtin_bswap64(head);
}

// The first of ascending heads that is not below: without a branch that a processor could guess
// wrong.
const uint64_t* first_from(const uint64_t* heads, const uint64_t* end, uint64_t head) {
  for (auto count = static_cast<size_t>(end - heads); count > 0;) {
    const size_t half = (count + 1) / 2;
    heads += heads[half - 1] < head ? half : 0;
    count -= half;
  }
  return heads;
}

// Makes way for one more in the first `count` of a node.
template <typename Array, typename Value>
void insert_at(Array& array, size_t count, size_t at, const Value& value) {
  std::copy_backward(array.begin() + at, array.begin() + count, array.begin() + count + 1);
  array[at] = value;
}

template <typename Array>
void copy_from(const Array& array, size_t at, size_t count, Array& to) {
  std::copy(array.begin() + at, array.begin() + count, to.begin());
}

}  // namespace

struct RowTree::Entry {
  const char* row = nullptr;  // of an inner node: not behind any row of the child
  BytesView name;             // of the row
  Node* child = nullptr;
};

// Heads lie side by side, for a search looks at them only.
struct RowTree::Node {
  using Children = std::array<Node*, kEntriesMax>;

  BytesView prefix() const { return {prefix_bytes.data(), prefix_size}; }
  bool is_leaf() const { return children == nullptr; }

  size_t count = 0;
  size_t prefix_size = 0;
  std::array<char, kPrefixBytesMax> prefix_bytes;
  Node* next = nullptr;  // of the same height
  Node* previous = nullptr;
  std::array<uint64_t, kEntriesMax> heads;
  std::array<const char*, kEntriesMax> rows;
  std::unique_ptr<Children> children;  // of an inner node
};

struct RowTree::Target {
  explicit Target(const rocksdb::Slice& its_key) : key(its_key), name(name_in(its_key)) {}

  const rocksdb::Slice& key;
  BytesView name;
};

struct RowTree::Step {
  Node* node;
  size_t at;
};

const char* RowTree::Place::row() const {
  return leaf->rows[at];
}

RowTree::RowTree(const Compare& compare)
    : compare_(compare), root_(add_node(true)), first_leaf_(root_) {}

RowTree::~RowTree() = default;

size_t RowTree::byte_count() const {
  return nodes_.size() * sizeof(Node) + inner_count_ * sizeof(Node::Children);
}

RowTree::Node* RowTree::add_node(bool is_leaf) {
  nodes_.push_back(std::make_unique<Node>());
  Node* const node = nodes_.back().get();
  if (is_leaf) return node;
  node->children = std::make_unique<Node::Children>();
  ++inner_count_;
  return node;
}

BytesView RowTree::name_of(const char* row) const {
  return name_in(compare_.decode_key(row));
}

size_t RowTree::find(const Node& node, size_t begin, const Target& target,
                     bool passes_equal) const {
  if (!begins_with(target.name, node.prefix())) {
    const size_t common = common_bytes(node.prefix(), target.name);
    // Beside all of them: a name that ends there comes before those that go on.
    const bool is_behind =
        common < target.name.size() && static_cast<unsigned char>(target.name[common]) >
                                           static_cast<unsigned char>(node.prefix_bytes[common]);
    return is_behind ? node.count : begin;
  }
  const uint64_t head = head_of(target.name, node.prefix_size);
  const uint64_t* const heads = node.heads.data();
  const uint64_t* const heads_end = heads + node.count;
  const uint64_t* const found = first_from(heads + begin, heads_end, head);
  const auto place = static_cast<size_t>(found - heads);
  if (found == heads_end || *found != head) return place;
  // Of names with equal heads there are few, mostly versions of one row.
  const uint64_t* const others =
      std::partition_point(found, heads_end, [head](uint64_t other) { return other == head; });
  const auto is_passed = [&](const char* row) {
    const int order = compare_(row, target.key);
    return order < 0 || (passes_equal && order == 0);
  };
  const auto rows = node.rows.begin();
  const auto last = std::partition_point(rows + place, rows + (others - heads), is_passed);
  return static_cast<size_t>(last - rows);
}

void RowTree::refresh(Node& node) const {
  // The first child takes all that is before the second, whatever stands here.
  const size_t lowest = node.is_leaf() || node.count == 1 ? 0 : 1;
  const BytesView low = name_of(node.rows[lowest]);
  const BytesView high = name_of(node.rows[node.count - 1]);
  node.prefix_size = std::min(common_bytes(low, high), kPrefixBytesMax);
  std::copy_n(low.begin(), node.prefix_size, node.prefix_bytes.begin());
  for (size_t i = 0; i < node.count; ++i) {
    node.heads[i] = head_of(name_of(node.rows[i]), node.prefix_size);
  }
}

void RowTree::put(Node& node, size_t at, const Entry& entry) const {
  insert_at(node.heads, node.count, at, head_of(entry.name, node.prefix_size));
  insert_at(node.rows, node.count, at, entry.row);
  if (!node.is_leaf()) insert_at(*node.children, node.count, at, entry.child);
  ++node.count;
  if (node.count == 1 || !begins_with(entry.name, node.prefix())) refresh(node);
}

RowTree::Node* RowTree::split(Node& node, size_t at) {
  Node* const behind = add_node(node.is_leaf());
  copy_from(node.rows, at, node.count, behind->rows);
  if (!node.is_leaf()) copy_from(*node.children, at, node.count, *behind->children);
  behind->count = node.count - at;
  node.count = at;
  refresh(node);
  if (behind->count > 0) refresh(*behind);
  behind->next = node.next;
  behind->previous = &node;
  if (node.next != nullptr) node.next->previous = behind;
  node.next = behind;
  return behind;
}

void RowTree::insert(const char* row) {
  const rocksdb::Slice key = compare_.decode_key(row);
  const Target target(key);
  path_.clear();
  Node* node = root_;
  while (!node->is_leaf()) {
    // Whatever is before the second child belongs to the first.
    const size_t at = find(*node, 1, target, true) - 1;
    path_.push_back({node, at + 1});
    node = (*node->children)[at];
  }
  path_.push_back({node, find(*node, 0, target, false)});
  insert_into_path({row, target.name, nullptr});
}

void RowTree::insert_into_path(const Entry& entry) {
  Entry coming = entry;
  for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
    auto& [node, at] = *step;
    if (node->count < kEntriesMax) return put(*node, at, coming);
    // Rows that come in order behind all others leave full nodes behind.
    const bool is_last = at == node->count && node->next == nullptr;
    const size_t middle = is_last ? at : node->count / 2;
    Node* const behind = split(*node, middle);
    if (at >= middle) {
      put(*behind, at - middle, coming);
    } else {
      put(*node, at, coming);
    }
    coming = {behind->rows[0], name_of(behind->rows[0]), behind};
  }
  Node* const root = add_node(false);
  put(*root, 0, {root_->rows[0], name_of(root_->rows[0]), root_});
  put(*root, 1, coming);
  root_ = root;
}

RowTree::Place RowTree::seek(const rocksdb::Slice& key) const {
  const Target target(key);
  const Node* node = root_;
  while (!node->is_leaf()) node = (*node->children)[find(*node, 1, target, true) - 1];
  const size_t at = find(*node, 0, target, false);
  if (at < node->count) return {node, at};
  return {node->next, 0};
}

RowTree::Place RowTree::first() const {
  return {first_leaf_->count > 0 ? first_leaf_ : nullptr, 0};
}

RowTree::Place RowTree::last() const {
  const Node* node = root_;
  while (!node->is_leaf()) node = (*node->children)[node->count - 1];
  if (node->count == 0) return {};
  return {node, node->count - 1};
}

// Neighbours lie far apart, as they came: who walks over all of them, as a flush does, would wait
// for each.
RowTree::Place RowTree::next(const Place& place) {
  constexpr size_t kAhead = 8;
  const Node& leaf = *place.leaf;
  if (place.at + kAhead < leaf.count) __builtin_prefetch(leaf.rows[place.at + kAhead]);
  if (place.at + 1 < leaf.count) return {place.leaf, place.at + 1};
  return {leaf.next, 0};
}

RowTree::Place RowTree::previous(const Place& place) {
  if (place.at > 0) return {place.leaf, place.at - 1};
  const Node* const before = place.leaf->previous;
  return {before, before == nullptr ? 0 : before->count - 1};
}

}  // namespace keemun::rocks
