// The rows of a write buffer in the order of the engine: a B+ tree of pointers to rows, which the
// engine keeps and never takes back. Rows only come; the tree goes as a whole.
//
// A node knows the bytes that all its keys begin with, and of each key the eight bytes behind them:
// a step of a search compares numbers that lie side by side, and looks at a row itself only where
// those are equal. Not synchronized.
#pragma once

#include <rocksdb/memtablerep.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "base/bytes.h"

namespace keemun::rocks {

class RowTree {
 public:
  using Compare = rocksdb::MemTableRep::KeyComparator;

  // A place in the tree, until the next insert.
  struct Place;

 private:
  struct Node;

 public:
  // `compare` outlives it.
  explicit RowTree(const Compare& compare);
  ~RowTree();
  RowTree(const RowTree&) = delete;
  RowTree& operator=(const RowTree&) = delete;

  // A row as the engine writes it; one that is not there yet. It outlives the tree.
  void insert(const char* row);

  // Of a key as the engine sorts it, a name and eight bytes behind it: the first row that is not
  // before it.
  Place seek(const rocksdb::Slice& key) const;
  Place first() const;
  Place last() const;
  static Place next(const Place& place);
  static Place previous(const Place& place);

  size_t byte_count() const;

 private:
  struct Target;
  struct Entry;
  struct Step;

  // How many entries from `begin` on are before the target, or are it.
  size_t find(const Node& node, size_t begin, const Target& target, bool passes_equal) const;
  BytesView name_of(const char* row) const;
  // The node's prefix and heads, from its entries.
  void refresh(Node& node) const;
  void put(Node& node, size_t at, const Entry& entry) const;
  Node* add_node(bool is_leaf);
  // Moves the entries from `at` on into a new node behind this one.
  Node* split(Node& node, size_t at);
  // At the end of path_.
  void insert_into_path(const Entry& entry);

  const Compare& compare_;
  std::vector<std::unique_ptr<Node>> nodes_;
  size_t inner_count_ = 0;
  Node* root_;
  Node* first_leaf_;
  std::vector<Step> path_;  // of the insert that is under way; kept for its memory
};

struct RowTree::Place {
  const Node* leaf = nullptr;  // null where there is no row
  size_t at = 0;

  explicit operator bool() const { return leaf != nullptr; }
  const char* row() const;
};

}  // namespace keemun::rocks
