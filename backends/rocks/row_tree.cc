#include "rocks/row_tree.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/check.h"

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

// The bytes of a name from `from` on, as a number that sorts like them; zeros behind the end. Of
// names with equal heads nothing is known.
uint64_t head_of(BytesView name, size_t from) {
  uint64_t head = 0;
  if (from < name.size()) {
    std::memcpy(&head, name.data() + from, std::min(sizeof head, name.size() - from));
  }
  return __builtin_bswap64(head);
}

}  // namespace

struct RowTree::Entry {
  uint64_t head = 0;
  const char* row = nullptr;  // of an inner node: not behind any row of the child
  Node* child = nullptr;
};

struct RowTree::Node {
  BytesView prefix() const { return {prefix_bytes.data(), prefix_size}; }

  bool is_leaf = true;
  size_t count = 0;
  size_t prefix_size = 0;
  std::array<char, kPrefixBytesMax> prefix_bytes;
  Node* next = nullptr;  // of leaves
  Node* previous = nullptr;
  std::array<Entry, kEntriesMax> entries;
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
  return leaf->entries[at].row;
}

RowTree::RowTree(const Compare& compare)
    : compare_(compare), root_(add_node(true)), first_leaf_(root_) {}

RowTree::~RowTree() = default;

size_t RowTree::byte_count() const {
  return nodes_.size() * sizeof(Node);
}

RowTree::Node* RowTree::add_node(bool is_leaf) {
  nodes_.push_back(std::make_unique<Node>());
  nodes_.back()->is_leaf = is_leaf;
  return nodes_.back().get();
}

BytesView RowTree::name_of(const char* row) const {
  return name_in(compare_.decode_key(row));
}

int RowTree::compare_entry(const Entry& entry, const Target& target, uint64_t head) const {
  if (entry.head != head) return entry.head < head ? -1 : 1;
  return compare_(entry.row, target.key);
}

size_t RowTree::find(const Node& node, size_t begin, const Target& target,
                     bool passes_equal) const {
  if (!target.name.starts_with(node.prefix())) {
    const size_t common = common_bytes(node.prefix(), target.name);
    // Beside all of them: a name that ends there comes before those that go on.
    const bool is_behind =
        common < target.name.size() && static_cast<unsigned char>(target.name[common]) >
                                           static_cast<unsigned char>(node.prefix_bytes[common]);
    return is_behind ? node.count : begin;
  }
  const uint64_t head = head_of(target.name, node.prefix_size);
  const auto is_passed = [&](const Entry& entry) {
    const int order = compare_entry(entry, target, head);
    return order < 0 || (passes_equal && order == 0);
  };
  const auto entries = node.entries.begin();
  const auto found = std::partition_point(entries + begin, entries + node.count, is_passed);
  return static_cast<size_t>(found - entries);
}

void RowTree::refresh(Node& node) const {
  // The first child takes all that is before the second, whatever stands here.
  const size_t lowest = node.is_leaf || node.count == 1 ? 0 : 1;
  const BytesView low = name_of(node.entries[lowest].row);
  const BytesView high = name_of(node.entries[node.count - 1].row);
  node.prefix_size = std::min(common_bytes(low, high), kPrefixBytesMax);
  std::copy_n(low.begin(), node.prefix_size, node.prefix_bytes.begin());
  for (size_t i = 0; i < node.count; ++i) {
    node.entries[i].head = head_of(name_of(node.entries[i].row), node.prefix_size);
  }
}

void RowTree::put(Node& node, size_t at, const Entry& entry) const {
  const auto place = node.entries.begin() + at;
  std::copy_backward(place, node.entries.begin() + node.count,
                     node.entries.begin() + node.count + 1);
  *place = entry;
  ++node.count;
  const BytesView name = name_of(entry.row);
  if (node.count == 1 || !name.starts_with(node.prefix())) {
    refresh(node);
  } else {
    place->head = head_of(name, node.prefix_size);
  }
}

RowTree::Node* RowTree::split(Node& node, size_t at) {
  Node* const behind = add_node(node.is_leaf);
  std::copy(node.entries.begin() + at, node.entries.begin() + node.count, behind->entries.begin());
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
  while (!node->is_leaf) {
    // Whatever is before the second child belongs to the first.
    const size_t at = find(*node, 1, target, true) - 1;
    path_.push_back({node, at + 1});
    node = node->entries[at].child;
  }
  path_.push_back({node, find(*node, 0, target, false)});
  insert_into_path({0, row, nullptr});
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
    coming = {0, behind->entries[0].row, behind};
  }
  Node* const root = add_node(false);
  put(*root, 0, {0, root_->entries[0].row, root_});
  put(*root, 1, coming);
  root_ = root;
}

RowTree::Place RowTree::seek(const rocksdb::Slice& key) const {
  const Target target(key);
  const Node* node = root_;
  while (!node->is_leaf) node = node->entries[find(*node, 1, target, true) - 1].child;
  const size_t at = find(*node, 0, target, false);
  if (at < node->count) return {node, at};
  return {node->next, 0};
}

RowTree::Place RowTree::first() const {
  return {first_leaf_->count > 0 ? first_leaf_ : nullptr, 0};
}

RowTree::Place RowTree::last() const {
  const Node* node = root_;
  while (!node->is_leaf) node = node->entries[node->count - 1].child;
  if (node->count == 0) return {};
  return {node, node->count - 1};
}

RowTree::Place RowTree::next(const Place& place) {
  if (place.at + 1 < place.leaf->count) return {place.leaf, place.at + 1};
  return {place.leaf->next, 0};
}

RowTree::Place RowTree::previous(const Place& place) {
  if (place.at > 0) return {place.leaf, place.at - 1};
  const Node* const before = place.leaf->previous;
  return {before, before == nullptr ? 0 : before->count - 1};
}

}  // namespace keemun::rocks
