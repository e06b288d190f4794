// keemun inspect: what lies in a store's directory, key by key, for people. Exit status: 0, 1 where
// the key or the namespace that it was asked for is not there, 2 where it could not read the store.
#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

#include "audit/ardb_reader.h"
#include "audit/camellia_reader.h"
#include "base/command_error.h"
#include "base/number_text.h"
#include "base/stream_id.h"
#include "count_option.h"
#include "open_for_reading.h"
#include "plan/plan_text.h"
#include "ports/store_error.h"
#include "resp/split_arguments.h"
#include "store_audit/stored_keys.h"
#include "subcommands.h"
#include "swapped_databases.h"
#include "wall_clock.h"

namespace keemun::programs {

namespace {

constexpr int kRead = 0;
constexpr int kNotThere = 1;
constexpr int kCouldNotRead = 2;

struct InspectOptions {
  std::string dir;
  std::optional<std::string> key;
  std::optional<std::string> namespace_name;
  bool has_rows = false;
  uint64_t keys_max = 100;
};

Bytes type_text(const sim::AuditedMeta& meta) {
  constexpr const char* kTypes[] = {"string", "hash", "zset", "list", "set", "stream"};
  return Bytes(kTypes[meta.type - 1]) + " " + format_int64(meta.encode_version);
}

Bytes time_text(int64_t at_ms) {
  const auto at_s = static_cast<std::time_t>(at_ms / 1000);
  std::tm utc = {};
  ::gmtime_r(&at_s, &utc);
  char text[32];
  return Bytes(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

Bytes expiry_text(int64_t expire_at_ms, int64_t now_ms) {
  if (expire_at_ms < 0) return "stays";
  return (expire_at_ms < now_ms ? "expired " : "expires ") + time_text(expire_at_ms);
}

Bytes stream_id_text(BytesView bytes) {
  const auto id = StreamId::of_bytes(bytes);
  return id ? id->text() : plan::argument_text(bytes);
}

// "entry 5-1", "group g", and of the others what their member is.
Bytes stream_row_text(BytesView tail) {
  constexpr BytesView kKinds[] = {"entry", "group", "consumer", "pending", "owned"};
  const auto kind = tail.empty() ? size_t{0} : static_cast<size_t>(tail[0]);
  if (kind < 1 || kind > std::size(kKinds)) return plan::argument_text(tail);
  const BytesView rest = tail.substr(1);
  return Bytes(kKinds[kind - 1]) + " " +
         (kind == 1 ? stream_id_text(rest) : plan::argument_text(rest));
}

// What a row says behind its key: "field = value" of a sub row, "score member" of a score row.
Bytes row_text(const sim::AuditedRow& row, int type, const Bytes& value) {
  constexpr int kList = 4;
  constexpr int kStream = 6;
  constexpr size_t kScoreBytes = 8;
  const BytesView tail = row.tail;
  if (row.family == 'k' && tail.size() >= kScoreBytes) {
    return format_score(sim::read_ordered_score(tail.substr(0, kScoreBytes))) + " " +
           plan::argument_text(tail.substr(kScoreBytes));
  }
  if (type == kStream) return stream_row_text(tail) + " = " + plan::argument_text(value);
  const Bytes name = type == kList && row.family == 's'
                         ? format_int64(sim::read_ordered_int64(tail))
                         : plan::argument_text(row.tail);
  return value.empty() ? name : name + " = " + plan::argument_text(value);
}

Bytes ardb_type_text(const sim::ArdbRowValue& meta) {
  switch (meta.type) {
    case 2:
      return "string";
    case 3:
      return "hash";
    case 5:
      return meta.is_sequential ? "list" : "list with gaps";
    case 7:
      return "set";
    case 9:
      return "zset";
    case 12:
      return "stream";
    default:
      return "of type " + format_int64(meta.type);
  }
}

Bytes word_text(const sim::ArdbWord& word) {
  if (const auto* number = std::get_if<int64_t>(&word)) return format_int64(*number);
  if (const auto* number = std::get_if<double>(&word)) return format_score(*number);
  const auto* bytes = std::get_if<Bytes>(&word);
  return bytes != nullptr ? plan::argument_text(*bytes) : "nil";
}

Bytes words_text(std::span<const sim::ArdbWord> words) {
  Bytes text;
  for (const sim::ArdbWord& word : words) text += (text.empty() ? "" : " ") + word_text(word);
  return text;
}

// Where rows of a stream have an id.
std::optional<size_t> place_of_id(int type) {
  constexpr int kEntry = 13;
  constexpr int kPending = 14;
  return type == kEntry     ? std::optional<size_t>(0)
         : type == kPending ? std::optional<size_t>(1)
                            : std::nullopt;
}

// "04 f1 = v1": the type of the row as the byte tables have it, its elements, those of its value.
Bytes ardb_row_text(const sim::ArdbRowKey& row, const sim::ArdbRowValue& value) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  Bytes text = {kDigits[row.type / 16 % 16], kDigits[row.type % 16]};
  for (size_t i = 0; i < row.elements.size(); ++i) {
    const auto* id = i == place_of_id(row.type) ? std::get_if<Bytes>(&row.elements[i]) : nullptr;
    text += " " + (id != nullptr ? stream_id_text(*id) : word_text(row.elements[i]));
  }
  return value.elements.empty() ? text : text + " = " + words_text(value.elements);
}

class Inspection {
 public:
  explicit Inspection(const InspectOptions& options)
      : options_(options), store_(open_for_reading(options.dir)) {}

  void run() {
    const auto tell = [](const Bytes& problem) { std::cout << "wrong: " << problem << "\n"; };
    std::cout << swapped_databases_text(*store_);
    for (const auto& [layout, family] : sim::stored_namespaces(*store_, tell)) {
      const Bytes& name = layout.namespace_name();
      if (options_.namespace_name && *options_.namespace_name != name) continue;
      has_met_namespace_ = true;
      family == format::EncodingFamily::kArdb ? show_ardb(name) : show(layout);
      if (!wants_more()) return;
    }
  }

  // Of what was asked for by its name.
  bool has_found() const {
    return options_.key ? printed_ > 0 : has_met_namespace_ || !options_.namespace_name;
  }

 private:
  bool wants_more() const { return options_.keys_max == 0 || printed_ < options_.keys_max; }

  void show(const format::KeyLayout& layout) {
    if (options_.key) {
      const Bytes row = layout.meta_key(*options_.key);
      const auto value = store_->get(row);
      if (!value) return;
      print(layout, {row, *value});
      ++printed_;
      return;
    }
    sim::visit_metas(*store_, layout, [&](const ports::Row& meta) {
      print(layout, meta);
      ++printed_;
      return wants_more();
    });
  }

  void show_ardb(const Bytes& name) {
    const auto print_next = [&](const Bytes& key, const sim::RowMap& rows) {
      print_ardb(name, key, rows);
      ++printed_;
      return wants_more();
    };
    if (!options_.key) return sim::visit_ardb_keys(*store_, name, print_next);
    const auto rows = sim::rows_of_ardb_key(*store_, name, *options_.key);
    if (!rows.empty()) print_next(*options_.key, rows);
  }

  // Whatever the rows are: what the first one does not say is no meta.
  void print_ardb(const Bytes& name, const Bytes& key, const sim::RowMap& rows) {
    constexpr int kMeta = 1;
    constexpr int kString = 2;
    constexpr int kStream = 12;
    std::cout << plan::argument_text(name) << " " << plan::argument_text(key) << ": ";
    Bytes lines;
    try {
      int64_t below = 0;
      for (const auto& [row, bytes] : rows) {
        const sim::ArdbRowKey parts = sim::read_ardb_row_key(row);
        const sim::ArdbRowValue value = sim::read_ardb_row_value(bytes);
        if (parts.type != kMeta) {
          ++below;
          lines += "  " + ardb_row_text(parts, value) + "\n";
          continue;
        }
        std::cout << ardb_type_text(value) << ", "
                  << expiry_text(value.expire_at_ms == 0 ? -1 : value.expire_at_ms, now_ms_);
        if (value.type == kString) lines += "  = " + words_text(value.elements) + "\n";
        if (value.type != kString) std::cout << ", counts " << value.size;
        if (value.type == kStream) lines += "  fields " + words_text(value.elements) + "\n";
        std::cout << ", ";
      }
      std::cout << below << " rows\n";
    } catch (const CommandError& error) {
      std::cout << "wrong: " << error.text() << "\n";
    }
    if (options_.has_rows) std::cout << lines;
  }

  void print(const format::KeyLayout& layout, const ports::Row& row) {
    const Bytes key(layout.decode_meta_key(row.key).parts.key);
    std::cout << plan::argument_text(layout.namespace_name()) << " " << plan::argument_text(key)
              << ": ";
    try {
      const sim::AuditedMeta meta = sim::read_meta(row.value);
      std::cout << type_text(meta) << ", version " << meta.version << ", "
                << expiry_text(meta.expire_at_ms, now_ms_);
      if (meta.count) std::cout << ", counts " << *meta.count;
      if (meta.type == 1) std::cout << ", " << meta.string_value.size() << " bytes";
      print_rows(layout, key, meta);
    } catch (const CommandError& error) {
      std::cout << "wrong: " << error.text() << "\n";
    }
  }

  void print_rows(const format::KeyLayout& layout, const Bytes& key, const sim::AuditedMeta& meta) {
    Bytes lines;
    int64_t live = 0;
    int64_t garbage = 0;
    for (const auto& [row_key, value] : sim::rows_of_key(*store_, layout, key)) {
      const sim::AuditedRow row =
          sim::read_row_key(row_key, layout.kind(), layout.namespace_name().size());
      const bool is_live = row.version == meta.version;
      ++(is_live ? live : garbage);
      if (!options_.has_rows) continue;
      lines += Bytes("  ") + row.family + "# " + (is_live ? "" : "garbage ") +
               row_text(row, meta.type, value) + "\n";
    }
    std::cout << ", " << live << " rows";
    if (garbage != 0) std::cout << ", " << garbage << " of garbage";
    std::cout << "\n";
    if (options_.has_rows && meta.type == 1) {
      std::cout << "  = " << plan::argument_text(meta.string_value) << "\n";
    }
    std::cout << lines;
  }

  const InspectOptions& options_;
  const std::unique_ptr<rocks::RocksStore> store_;
  const int64_t now_ms_ = wall_clock_ms();
  uint64_t printed_ = 0;
  bool has_met_namespace_ = false;
};

// As it stands, or as it is printed here: "bin\xff" in quotation marks.
Bytes name_given_as(const std::string& text) {
  if (!text.starts_with('"')) return text;
  auto words = resp::split_arguments(text);
  if (!words || words->size() != 1) {
    throw CommandError(text + " is no name in quotation marks");
  }
  return std::move(words->front());
}

int inspect(InspectOptions& options) {
  try {
    if (options.key) options.key = name_given_as(*options.key);
    if (options.namespace_name) options.namespace_name = name_given_as(*options.namespace_name);
    Inspection inspection(options);
    inspection.run();
    if (inspection.has_found()) return kRead;
    std::cerr << "keemun inspect: there is no such " << (options.key ? "key" : "namespace") << "\n";
    return kNotThere;
  } catch (const CommandError& error) {
    std::cerr << "keemun inspect: " << error.text() << "\n";
    return kCouldNotRead;
  } catch (const ports::StoreError& error) {
    std::cerr << "keemun inspect: " << error.text() << "\n";
    return kCouldNotRead;
  }
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Show the keys of a store as they lie there");
  command->add_option("dir", options->dir, "the directory; nobody may be serving it")->required();
  command->add_option("--key", options->key, "this one alone, as it stands or as it is printed");
  command->add_option("--namespace", options->namespace_name,
                      "only here: k0003 is database 3 of k, unless SWAPDB has swapped it");
  command->add_flag("--rows", options->has_rows, "print values and rows too");
  command->add_option("--keys", options->keys_max, "so many at most; 0: all")
      ->check(any_count())
      ->capture_default_str();
  command->footer(
      "Exit status: 0; 1 the key or the namespace is not there; 2 the store could not be read.");
  command->callback([options, &status] { status = inspect(*options); });
}

}  // namespace keemun::programs
