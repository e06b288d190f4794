// Which gates a request has to pass, and what for.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::session {

// Most requests name few: then no memory is asked for.
struct GateKeys {
  bool are_all = false;  // it sees or changes keys that it does not name
  boost::container::small_vector<BytesView, 4> keys;
  size_t only_read_count = 0;  // of the first of them nothing is changed

  void add(BytesView key, bool is_only_read) {
    keys.push_back(key);
    if (is_only_read) std::swap(keys[only_read_count++], keys.back());
  }
  bool is_only_read(size_t index) const { return index < only_read_count; }
  std::span<const BytesView> names() const { return {keys.data(), keys.size()}; }
  bool only_read() const { return only_read_count == keys.size(); }
  bool are_none() const { return !are_all && keys.empty(); }

  // Whether one of the two would have to wait for the other: who only reads a key needs no order
  // among others who do.
  bool collide_with(const GateKeys& others) const;
};

// Adds those of one request; the views point into `args`.
void add_gate_keys(const commands::Command& command, std::span<const BytesView> args,
                   GateKeys& gates);

}  // namespace keemun::session
