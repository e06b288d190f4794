// Values from the inside: DUMP, RESTORE, OBJECT.
//
// A payload means something only to the model that saw it dumped: its own are a plain text of the
// value, those of a judged server are taken over as they are.
#include <type_traits>

#include "model/call.h"

namespace keemun::model {

namespace {

void append_sized(BytesView bytes, Bytes& out) {
  out += std::to_string(bytes.size());
  out += ':';
  out += bytes;
}

void append_id(const Stream::Id& id, Bytes& out) {
  out += std::to_string(id.first) + "-" + std::to_string(id.second) + " ";
}

void append_stream(const Stream& stream, Bytes& out) {
  append_id(stream.last_id, out);
  append_id(stream.greatest_deleted, out);
  out += std::to_string(stream.entries_added) + " ";
  for (const auto& [id, words] : stream.entries) {
    append_id(id, out);
    for (const Bytes& word : words) append_sized(word, out);
  }
  for (const auto& [name, group] : stream.groups) {
    append_sized(name, out);
    append_id(group.last_delivered, out);
    out += std::to_string(group.entries_read) + " ";
    for (const auto& [consumer, seen_at_ms] : group.seen_at_ms) {
      append_sized(consumer, out);
      out += std::to_string(seen_at_ms) + " ";
    }
    for (const auto& [id, pending] : group.pending) {
      append_id(id, out);
      append_sized(pending.consumer, out);
      out += std::to_string(pending.delivered_at_ms) + "x" + std::to_string(pending.deliveries);
    }
  }
}

Bytes payload_of(const Value& value) {
  Bytes payload = "keemun-model-1 " + Bytes(type_name(value)) + " ";
  std::visit(
      [&payload](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, String>) {
          append_sized(held, payload);
        } else if constexpr (std::is_same_v<Held, Hash>) {
          for (const auto& [field, field_value] : held) {
            append_sized(field, payload);
            append_sized(field_value, payload);
          }
        } else if constexpr (std::is_same_v<Held, ZSet>) {
          for (const auto& [score, member] : held.by_rank()) {
            append_sized(format_score(score), payload);
            append_sized(member, payload);
          }
        } else if constexpr (std::is_same_v<Held, Stream>) {
          append_stream(held, payload);
        } else {
          for (const Bytes& item : held) append_sized(item, payload);
        }
      },
      value);
  return payload;
}

// DUMP key
Reply dump(Call& call) {
  const Entry* entry = call.find_entry(call.arg(1));
  if (entry == nullptr) return Reply::null();
  const bool observed = call.observed != nullptr && call.observed->kind() == Reply::Kind::kBulk;
  Bytes payload = observed ? call.observed->text() : payload_of(entry->value);
  call.model.payloads().insert_or_assign(payload, entry->value);
  return Reply::bulk(std::move(payload));
}

struct RestoreOptions {
  bool replace = false;
  bool absolute = false;
};

RestoreOptions restore_options(const Call& call) {
  constexpr int64_t kFrequencyMax = 255;
  RestoreOptions options;
  bool has_idle_time = false;
  bool has_frequency = false;
  for (size_t i = 4; i < call.size(); ++i) {
    const bool has_value = i + 1 < call.size();
    if (call.is_word(i, "replace")) {
      options.replace = true;
    } else if (call.is_word(i, "absttl")) {
      options.absolute = true;
    } else if (call.is_word(i, "idletime") && has_value && !has_frequency) {
      if (call.integer(++i) < 0) {
        throw CommandError("ERR Invalid IDLETIME value, must be >= 0");
      }
      has_idle_time = true;
    } else if (call.is_word(i, "freq") && has_value && !has_idle_time) {
      const int64_t frequency = call.integer(++i);
      if (frequency < 0 || frequency > kFrequencyMax) {
        throw CommandError("ERR Invalid FREQ value, must be >= 0 and <= 255");
      }
      has_frequency = true;
    } else {
      Call::throw_syntax_error();
    }
  }
  return options;
}

// RESTORE key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]
Reply restore(Call& call) {
  const Bytes& key = call.arg(1);
  const RestoreOptions options = restore_options(call);
  const bool exists = call.database().holds(key, call.now_ms);
  if (!options.replace && call.find_entry(key) != nullptr) {
    throw CommandError("BUSYKEY Target key name already exists.");
  }
  const int64_t ttl = call.integer(2);
  if (ttl < 0) throw CommandError("ERR Invalid TTL value, must be >= 0");
  const auto found = call.model.payloads().find(call.arg(3));
  if (found == call.model.payloads().end()) {
    throw CommandError("ERR DUMP payload version or checksum are wrong");
  }
  int64_t expire_at_ms = kNoExpiry;
  if (ttl != 0) {  // the sum wraps around as it does in Redis
    const uint64_t base = options.absolute ? 0 : static_cast<uint64_t>(call.now_ms);
    expire_at_ms = static_cast<int64_t>(static_cast<uint64_t>(ttl) + base);
  }
  const bool past = ttl != 0 && expire_at_ms <= call.now_ms;
  if (exists) call.database().erase(key);
  if (!past) call.database().put(key, found->second, expire_at_ms);
  if (exists || !past) call.changed(key);
  return Reply::ok();
}

const Entry* object_entry(const Call& call) {
  return call.find_entry(call.arg(2));
}

// OBJECT ENCODING key: the answer is about memory, any word will do.
Reply object_encoding(Call& call) {
  if (object_entry(call) == nullptr) return Reply::null();
  const bool observed = call.observed != nullptr && call.observed->kind() == Reply::Kind::kBulk;
  return observed ? *call.observed : Reply::bulk("raw");
}

// Any integer that is not negative will do.
Reply object_integer(Call& call) {
  if (object_entry(call) == nullptr) return Reply::null();
  const bool observed = call.observed != nullptr &&
                        call.observed->kind() == Reply::Kind::kInteger &&
                        call.observed->integer() >= 0;
  return observed ? *call.observed : Reply::integer(1);
}

// OBJECT FREQ key
Reply object_freq(Call& call) {
  if (object_entry(call) == nullptr) return Reply::null();
  throw CommandError(
      "ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that "
      "when switching between policies at runtime LRU and LFU data will take some time to adjust.");
}

// OBJECT HELP
Reply object_help(Call&) {
  constexpr BytesView kLines[] = {
      "OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
      "ENCODING <key>",
      "    Return the kind of internal representation used in order to store the value",
      "    associated with a <key>.",
      "FREQ <key>",
      "    Return the access frequency index of the <key>. The returned integer is",
      "    proportional to the logarithm of the recent access frequency of the key.",
      "IDLETIME <key>",
      "    Return the idle time of the <key>, that is the approximated number of",
      "    seconds elapsed since the last access to the key.",
      "REFCOUNT <key>",
      "    Return the number of references of the value associated with the specified",
      "    <key>.",
      "HELP",
      "    Prints this help.",
  };
  Reply::Items lines;
  for (const BytesView line : kLines) lines.push_back(Reply::status(Bytes(line)));
  return Reply::array(std::move(lines));
}

// OBJECT without a subcommand never passes the arity check.
Reply object(Call& call) {
  call.throw_wrong_arity();
}

constexpr Command kCommands[] = {
    {"dump", 2, dump},
    {"object", -2, object},
    {"object|encoding", 3, object_encoding},
    {"object|freq", 3, object_freq},
    {"object|help", 2, object_help},
    {"object|idletime", 3, object_integer},
    {"object|refcount", 3, object_integer},
    {"restore", -4, restore},
};

}  // namespace

std::span<const Command> dump_commands() {
  return kCommands;
}

}  // namespace keemun::model
