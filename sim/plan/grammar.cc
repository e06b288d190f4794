#include "plan/grammar.h"

#include <utility>

#include "base/check.h"
#include "plan/values.h"

namespace keemun::plan {

namespace {

using Shape = Pattern::Shape;
using Repeat = Pattern::Repeat;

constexpr size_t kRepeatsMax = 6;
constexpr size_t kOptionChance = 35;
constexpr size_t kMaybeChance = 50;

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_name(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == ':' ||
         c == '_';
}

class PatternReader {
 public:
  explicit PatternReader(BytesView text) : text_(text) {}

  Pattern read_all() {
    Pattern all = sequence();
    CHECK(at_ == text_.size());
    return all;
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  Pattern sequence() {
    Pattern all;
    for (char c = peek(); is_name(c) || c == '(' || c == '[' || c == '{' || c == '#' || c == '=';
         c = peek()) {
      all.parts.push_back(item());
    }
    return all;
  }

  Pattern item() {
    if (take('#')) return repeated(item(), Repeat::kCounted);
    if (take('=')) return repeated(item(), Repeat::kAsCounted);
    Pattern one = atom();
    // A sign belongs to what it touches.
    const char sign = at_ < text_.size() ? text_[at_] : '\0';
    if (sign != '+' && sign != '*') return one;
    ++at_;
    return repeated(std::move(one), sign == '+' ? Repeat::kSome : Repeat::kAny);
  }

  Pattern repeated(Pattern one, Repeat repeat) {
    one.repeat = repeat;
    return one;
  }

  Pattern atom() {
    if (take('(')) return choice(')');
    if (take('[')) return repeated(choice(']'), Repeat::kMaybe);
    if (take('{')) return options();
    return name();
  }

  Pattern alternatives() {
    Pattern all;
    all.shape = Shape::kChoice;
    do all.parts.push_back(sequence());
    while (take('|'));
    return all;
  }

  Pattern choice(char closing) {
    Pattern all = alternatives();
    CHECK(take(closing));
    return all;
  }

  Pattern options() {
    Pattern all;
    all.shape = Shape::kOptions;
    do all.parts.push_back(alternatives());
    while (take(','));
    CHECK(take('}'));
    return all;
  }

  Pattern name() {
    const size_t start = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const BytesView text = text_.substr(start, at_ - start);
    CHECK(!text.empty());
    Pattern one;
    if (is_upper(text[0])) {
      one.shape = Shape::kWord;
      one.word = Bytes(text);
    } else {
      one.shape = Shape::kValue;
      one.value = find_value_kind(text);
      CHECK(one.value != nullptr);
    }
    return one;
  }

  BytesView text_;
  size_t at_ = 0;
};

class Expansion {
 public:
  Expansion(ValueContext& context, Args& args) : context_(context), args_(args) {}

  void add(const Pattern& pattern) {
    switch (pattern.repeat) {
      case Repeat::kOnce:
        return add_once(pattern);
      case Repeat::kMaybe:
        if (draw().percent(kMaybeChance)) add_once(pattern);
        return;
      case Repeat::kSome:
        return add_times(pattern, context_.has_many ? many() : some());
      case Repeat::kAny:
        return add_times(pattern, some() - 1);
      case Repeat::kCounted: {
        count_ = some();
        args_.push_back(stated_count());
        return add_times(pattern, count_);
      }
      case Repeat::kAsCounted:
        // One too many or too few is a syntax error that is worth a try.
        return add_times(pattern, draw().percent(context_.swarm.broken_command) ? some() : count_);
    }
  }

 private:
  Draw& draw() { return context_.draw; }

  // Mostly one or two.
  size_t some() {
    size_t times = 1;
    while (times < kRepeatsMax && draw().percent(40)) ++times;
    return times;
  }

  // More than a page of any walk, now and then.
  size_t many() { return 50 + draw().below(350); }

  Bytes stated_count() {
    const size_t broken = context_.swarm.broken_command;
    if (!draw().percent(broken)) return std::to_string(count_);
    constexpr BytesView kWrong[] = {"0", "-1", "2", "100", "x", "9223372036854775807", "1.0"};
    return Bytes(draw().pick(kWrong));
  }

  void add_times(const Pattern& pattern, size_t times) {
    for (size_t i = 0; i < times; ++i) add_once(pattern);
  }

  void add_once(const Pattern& pattern) {
    switch (pattern.shape) {
      case Shape::kWord:
        args_.push_back(in_some_case(pattern.word, context_));
        return;
      case Shape::kValue:
        args_.push_back(pattern.value(context_));
        return;
      case Shape::kSequence:
        for (const Pattern& part : pattern.parts) add(part);
        return;
      case Shape::kChoice:
        add(draw().pick(std::span<const Pattern>(pattern.parts)));
        return;
      case Shape::kOptions:
        add_options(pattern.parts);
        return;
    }
  }

  void add_options(const std::vector<Pattern>& slots) {
    const bool wild = draw().percent(context_.swarm.wild_options);
    std::vector<const Pattern*> chosen;
    for (const Pattern& slot : slots) {
      const size_t tries = wild ? 2 : 1;
      for (size_t i = 0; i < tries; ++i) {
        if (draw().percent(kOptionChance)) chosen.push_back(&slot);
      }
    }
    for (size_t i = chosen.size(); i > 1; --i) std::swap(chosen[i - 1], chosen[draw().below(i)]);
    for (const Pattern* slot : chosen) add_once(*slot);
  }

  ValueContext& context_;
  Args& args_;
  size_t count_ = 1;
};

}  // namespace

Pattern read_pattern(BytesView text) {
  return PatternReader(text).read_all();
}

void expand(const Pattern& pattern, ValueContext& context, Args& args) {
  Expansion(context, args).add(pattern);
}

}  // namespace keemun::plan
