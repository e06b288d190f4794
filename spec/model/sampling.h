// The commands that answer by chance: SPOP, SRANDMEMBER, HRANDFIELD, ZRANDMEMBER.
//
// A server's choice is taken over when Redis could have made it. What the model answers is then
// built from the chosen names alone, so that a wrong value beside a right name is a difference.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "model/call.h"

namespace keemun::model {

// SRANDMEMBER, HRANDFIELD and ZRANDMEMBER read it the same way: a positive count asks for distinct
// elements and gets at most all, a negative one for exactly that many with repeats.
struct SampleCount {
  size_t elements = 0;
  bool distinct = true;
};

// `pairs`: each element takes two items of the reply, which halves what a count may be.
int64_t sample_argument(const Call& call, size_t index, bool pairs);
SampleCount sample_count(int64_t asked, size_t size);

// The names in a server's reply: one bulk, or an array of names, of names and values in turn, of
// pairs. Null when the reply is nothing of this kind.
std::optional<std::vector<Bytes>> sampled_names(const Reply& reply, bool pairs);

bool has_repeats(std::vector<Bytes> names);

inline const Bytes& name_of(const Bytes& element) {
  return element;
}
template <typename Value>
const Bytes& name_of(const std::pair<const Bytes, Value>& element) {
  return element.first;
}

// The server's choice when it is a possible one, otherwise the first elements in order, over and
// over. `elements` is a set or a map by name, not empty.
template <typename Elements>
std::vector<Bytes> sample(const Call& call, const Elements& elements, SampleCount count,
                          bool pairs = false) {
  if (call.observed != nullptr) {
    auto names = sampled_names(*call.observed, pairs);
    const bool right_size = names && names->size() == count.elements;
    bool known = right_size;
    for (size_t i = 0; known && i < names->size(); ++i) known = elements.contains((*names)[i]);
    if (known && !(count.distinct && has_repeats(*names))) return *names;
  }
  std::vector<Bytes> names;
  auto next = elements.begin();
  while (names.size() < count.elements) {
    names.push_back(name_of(*next));
    if (++next == elements.end()) next = elements.begin();
  }
  return names;
}

}  // namespace keemun::model
