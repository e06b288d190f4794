#include "audit/ardb_stream_audit.h"

#include <map>

#include "audit/stream_audit.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

using Id = StreamAudit::Id;
using Words = std::vector<ArdbWord>;

constexpr int kEntry = 13;
constexpr int kOfGroups = 14;

[[noreturn]] void fail(BytesView what) {
  throw CommandError("an ardb stream " + Bytes(what));
}

Bytes string_in(const ArdbWord& word) {
  const auto* bytes = std::get_if<Bytes>(&word);
  if (bytes == nullptr) fail("has no string where one belongs");
  return *bytes;
}

int64_t int_in(const ArdbWord& word) {
  const auto* number = std::get_if<int64_t>(&word);
  if (number == nullptr) fail("has no int where one belongs");
  return *number;
}

Id id_in(const ArdbWord& word) {
  return read_stream_id(string_in(word));
}

bool is_nil(const ArdbWord& word) {
  return std::holds_alternative<std::monostate>(word);
}

Bytes text_in(const ArdbWord& word) {
  if (const auto* number = std::get_if<int64_t>(&word)) return format_int64(*number);
  Bytes text = string_in(word);
  if (parse_int64(text)) fail("has a number that is kept as a string");
  return text;
}

struct Gone {
  Id greatest_deleted;
  int64_t count = 0;
  Id first_id;
};

class Reading {
 public:
  Reading(const ArdbRowValue& meta, bool may_be_ardbs)
      : meta_(meta), may_be_ardbs_(may_be_ardbs), audit_(may_be_ardbs) {}

  void add(const ArdbRowKey& key, const ArdbRowValue& value) {
    if (key.type != value.type) fail("has a row with the value of another");
    const Words& names = key.elements;
    if (key.type == kEntry && names.size() == 1) {
      add_entry(id_in(names[0]), value.elements);
    } else if (key.type == kEntry && names.size() == 2) {
      Words& part = parts_[id_in(names[0])][int_in(names[1])];
      part = value.elements;
    } else if (key.type == kOfGroups && !names.empty() && names.size() <= 3) {
      add_of_groups(names, value.elements);
    } else {
      fail("has other rows");
    }
  }

  model::Stream finish() {
    for (const auto& [id, fields] : wide_) add_wide(id, fields);
    if (!parts_.empty()) fail("has parts of no entry");
    if (meta_.size != static_cast<int64_t>(audit_.entry_count())) {
      fail("counts otherwise than it has entries");
    }
    const auto added = static_cast<uint64_t>(meta_.size) + static_cast<uint64_t>(gone_.count);
    return audit_.finish(gone_.first_id, read_stream_id(meta_.last_id), gone_.greatest_deleted,
                         added);
  }

 private:
  void add_entry(const Id& id, const Words& words) {
    const int64_t fields = words.empty() ? 0 : int_in(words[0]);
    const auto count = static_cast<size_t>(fields);
    if (fields < 1) fail("has an entry without fields");
    if (words.size() == 1) {
      wide_.emplace(id, count);
      return;
    }
    const bool are_shared = words.size() == 1 + count;
    if (are_shared ? meta_.elements.size() != count : words.size() != 1 + 2 * count) {
      fail("has an entry of another shape");
    }
    std::vector<Bytes> entry;
    for (size_t i = 0; i < count; ++i) {
      entry.push_back(string_in(are_shared ? meta_.elements[i] : words[1 + count + i]));
      entry.push_back(text_in(words[1 + i]));
    }
    audit_.add_entry(id, std::move(entry));
  }

  void add_wide(const Id& id, size_t fields) {
    std::vector<Bytes> entry;
    int64_t expected = 0;
    for (const auto& [number, words] : parts_[id]) {
      if (number != expected++) fail("has an entry with a part missing");
      for (size_t i = 0; i < words.size(); ++i) {
        entry.push_back(i % 2 == 0 ? string_in(words[i]) : text_in(words[i]));
      }
    }
    if (entry.size() != 2 * fields) fail("has an entry with too few parts");
    parts_.erase(id);
    audit_.add_entry(id, std::move(entry));
  }

  void add_of_groups(const Words& names, const Words& words) {
    const auto has = [&](size_t count) {
      if (words.size() != count) fail("has a row of another shape");
    };
    if (names.size() == 1) {
      has(3);
      if (!is_nil(names[0])) fail("has other rows");
      gone_ = {id_in(words[0]), int_in(words[1]), id_in(words[2])};
    } else if (names.size() == 2 && is_nil(names[1])) {
      const bool knows_read = !may_be_ardbs_ || words.size() != 1;
      has(knows_read ? 2 : 1);
      audit_.add_group(string_in(names[0]), id_in(words[0]), knows_read ? int_in(words[1]) : -1);
    } else if (names.size() == 2) {
      has(3);
      audit_.add_pending(string_in(names[0]), id_in(names[1]),
                         {string_in(words[0]), int_in(words[1]), int_in(words[2])});
    } else if (is_nil(names[2])) {
      has(2);
      audit_.add_consumer(string_in(names[0]), string_in(names[1]), int_in(words[0]),
                          int_in(words[1]));
    } else {
      has(0);
      audit_.add_owned(string_in(names[0]), string_in(names[1]), id_in(names[2]));
    }
  }

  const ArdbRowValue& meta_;
  const bool may_be_ardbs_;
  StreamAudit audit_;
  Gone gone_;
  std::map<Id, size_t> wide_;  // whose words stand in parts
  std::map<Id, std::map<int64_t, Words>> parts_;
};

}  // namespace

model::Stream read_ardb_stream(const ArdbRowValue& meta, std::span<const ArdbRow> rows,
                               bool may_be_ardbs) {
  Reading reading(meta, may_be_ardbs);
  for (const auto& [key, value] : rows) reading.add(key, value);
  return reading.finish();
}

}  // namespace keemun::sim
