#include "commands/table/argument_notation.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/ascii.h"

namespace keemun::commands {

namespace {

using Arguments = std::vector<Argument>;
using Type = ArgumentType;

constexpr BytesView kTypeNames[] = {"string",    "key",        "integer", "double", "pattern",
                                    "unix-time", "pure-token", "oneof",   "block"};

// The names that say more than that it is a string.
struct NamedType {
  BytesView name;
  Type type;
};
constexpr NamedType kNamedTypes[] = {
    {"bit", Type::kInteger},
    {"client-id", Type::kInteger},
    {"count", Type::kInteger},
    {"cursor", Type::kInteger},
    {"db", Type::kInteger},
    {"decrement", Type::kInteger},
    {"destination", Type::kKey},
    {"destination-db", Type::kInteger},
    {"destkey", Type::kKey},
    {"dst", Type::kKey},
    {"end", Type::kInteger},
    {"frequency", Type::kInteger},
    {"height", Type::kDouble},
    {"increment", Type::kInteger},
    {"index", Type::kInteger},
    {"index1", Type::kInteger},
    {"index2", Type::kInteger},
    {"key", Type::kKey},
    {"key1", Type::kKey},
    {"key2", Type::kKey},
    {"latitude", Type::kDouble},
    {"len", Type::kInteger},
    {"limit", Type::kInteger},
    {"longitude", Type::kDouble},
    {"milliseconds", Type::kInteger},
    {"newkey", Type::kKey},
    {"num-matches", Type::kInteger},
    {"numkeys", Type::kInteger},
    {"numreplicas", Type::kInteger},
    {"offset", Type::kInteger},
    {"pattern", Type::kPattern},
    {"port", Type::kInteger},
    {"protover", Type::kInteger},
    {"radius", Type::kDouble},
    {"rank", Type::kInteger},
    {"score", Type::kDouble},
    {"seconds", Type::kInteger},
    {"source", Type::kKey},
    {"sourcekey", Type::kKey},
    {"src", Type::kKey},
    {"start", Type::kInteger},
    {"stop", Type::kInteger},
    {"timeout", Type::kDouble},
    {"ttl", Type::kInteger},
    {"unix-time-milliseconds", Type::kUnixTime},
    {"unix-time-seconds", Type::kUnixTime},
    {"weight", Type::kInteger},
    {"width", Type::kDouble},
};

Type type_of(BytesView name) {
  const auto* const found =
      std::find_if(std::begin(kNamedTypes), std::end(kNamedTypes),
                   [name](const NamedType& known) { return known.name == name; });
  return found == std::end(kNamedTypes) ? Type::kString : found->type;
}

// "increment:double" says its type, "ip:port" does not.
Argument value_of(BytesView word) {
  const size_t colon = word.rfind(':');
  if (colon != BytesView::npos) {
    const auto* const stated =
        std::find(std::begin(kTypeNames), std::end(kTypeNames), word.substr(colon + 1));
    if (stated != std::end(kTypeNames)) {
      return {Bytes(word.substr(0, colon)), static_cast<Type>(stated - std::begin(kTypeNames))};
    }
  }
  return {Bytes(word), type_of(word)};
}

constexpr BytesView kDots = "...";

bool is_sign(char c) {
  return c == '[' || c == ']' || c == '<' || c == '>' || c == '|';
}
bool is_token(BytesView word) {
  constexpr BytesView kSingles = "=~*$";
  if (word.size() == 1 && kSingles.find(word[0]) != BytesView::npos) return true;
  return word[0] >= 'A' && word[0] <= 'Z';
}
bool is_value(BytesView word) {
  return word != kDots && !is_sign(word[0]) && !is_token(word);
}

// Signs are words of their own.
std::vector<BytesView> words_of(BytesView notation) {
  std::vector<BytesView> words;
  for (size_t begin = 0; begin < notation.size();) {
    size_t end = begin + 1;
    while (!is_sign(notation[begin]) && end < notation.size() && notation[end] != ' ' &&
           !is_sign(notation[end])) {
      ++end;
    }
    if (notation[begin] != ' ') words.push_back(notation.substr(begin, end - begin));
    begin = notation[begin] == ' ' ? begin + 1 : end;
  }
  return words;
}

Bytes joined_names(std::span<const Argument> arguments) {
  Bytes joined;
  for (const Argument& argument : arguments) joined += (joined.empty() ? "" : "_") + argument.name;
  return joined;
}

// Several of them make one of a kind that holds them.
Argument as_one(Arguments arguments, Type kind) {
  if (arguments.size() == 1) return std::move(arguments[0]);
  Argument one = {joined_names(arguments), kind};
  one.arguments = std::move(arguments);
  return one;
}

// Calls itself once per bracket: its input is a constant.
class Parser {
 public:
  explicit Parser(BytesView notation) : words_(words_of(notation)) {}

  std::optional<Arguments> parse() {
    Arguments arguments = sequence();
    if (!is_sound_ || has_word()) return std::nullopt;
    return arguments;
  }

 private:
  bool has_word() const { return at_ < words_.size(); }
  bool has_word(BytesView word) const { return has_word() && words_[at_] == word; }
  bool take(BytesView word) {
    const bool is_there = has_word(word);
    if (is_there) ++at_;
    return is_there;
  }

  // Until the group or the alternative ends.
  Arguments sequence() {
    Arguments arguments;
    const size_t begin = at_;
    while (has_word() && !has_word("|") && !has_word("]") && !has_word(">")) {
      if (take(kDots)) {
        repeat(arguments);
      } else if (take("[")) {
        optional_group(arguments, begin);
      } else if (take("<")) {
        arguments.push_back(group(">"));
      } else if (is_token(words_[at_])) {
        arguments.push_back(token());
      } else {
        arguments.push_back(value_of(words_[at_++]));
      }
    }
    return arguments;
  }

  void repeat(Arguments& arguments) {
    if (arguments.empty()) {
      is_sound_ = false;
      return;
    }
    Argument whole = as_one(std::move(arguments), Type::kBlock);
    whole.is_multiple = true;
    arguments = {};
    arguments.push_back(std::move(whole));
  }

  // Whether the words of the group that ends here stand once more right before it.
  bool repeats_what_stands_before(size_t begin, size_t group_begin) const {
    const size_t bracket = group_begin - 1;
    const size_t dots = at_ - 2;
    const size_t count = dots - group_begin;
    return words_[dots] == kDots && bracket - begin >= count &&
           std::equal(&words_[group_begin], &words_[dots], &words_[bracket - count]);
  }

  void optional_group(Arguments& arguments, size_t begin) {
    const size_t group_begin = at_;
    Argument optional = group("]");
    if (!is_sound_) return;
    if (!repeats_what_stands_before(begin, group_begin)) {
      optional.is_optional = true;
      arguments.push_back(std::move(optional));
      return;
    }
    const bool is_block = optional.type == Type::kBlock && optional.token.empty();
    const size_t count = is_block ? optional.arguments.size() : 1;
    if (count > arguments.size()) {
      is_sound_ = false;
      return;
    }
    const auto first = arguments.end() - static_cast<std::ptrdiff_t>(count);
    Argument once = as_one(Arguments(first, arguments.end()), Type::kBlock);
    arguments.erase(first, arguments.end());
    once.is_multiple = true;
    once.is_token_multiple = !optional.token.empty();
    arguments.push_back(std::move(once));
  }

  // Its opening bracket is taken.
  Argument group(BytesView closing) {
    const bool is_named = has_word() && words_[at_].ends_with(':');
    if (is_named && words_[at_].ends_with("::")) return named_block(closing);
    Bytes name;
    if (is_named) {
      name = words_[at_].substr(0, words_[at_].size() - 1);
      ++at_;
    }
    Arguments alternatives;
    do {
      Arguments alternative = sequence();
      is_sound_ = is_sound_ && !alternative.empty();
      alternatives.push_back(as_one(std::move(alternative), Type::kBlock));
    } while (take("|"));
    is_sound_ = take(closing) && is_sound_;
    Argument one = as_one(std::move(alternatives), Type::kOneof);
    if (!name.empty()) one.name = std::move(name);
    return one;
  }

  Argument named_block(BytesView closing) {
    BytesView name = words_[at_++];
    name.remove_suffix(2);
    Argument block = {Bytes(name), Type::kBlock};
    block.arguments = sequence();
    is_sound_ = is_sound_ && !block.arguments.empty() && take(closing);
    return block;
  }

  // "NX", "EX seconds", "LIMIT offset count", "AGGREGATE <SUM | MIN>"
  Argument token() {
    const BytesView word = words_[at_++];
    Arguments values;
    while (has_word() && is_value(words_[at_])) values.push_back(value_of(words_[at_++]));
    if (values.empty() && take("<")) values.push_back(group(">"));
    Argument argument = values.empty() ? Argument{ascii_lower(word), Type::kPureToken}
                                       : as_one(std::move(values), Type::kBlock);
    argument.token = word;
    return argument;
  }

  std::vector<BytesView> words_;
  size_t at_ = 0;
  bool is_sound_ = true;
};

}  // namespace

std::optional<std::vector<Argument>> parse_arguments(BytesView notation) {
  return Parser(notation).parse();
}

BytesView argument_type_name(ArgumentType type) {
  return kTypeNames[static_cast<size_t>(type)];
}

}  // namespace keemun::commands
