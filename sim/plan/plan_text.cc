#include "plan/plan_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/number_text.h"
#include "resp/reply.h"
#include "resp/split_arguments.h"

namespace keemun::plan {

namespace {

struct NamedFault {
  BytesView text;
  Fault fault;
};

constexpr NamedFault kFaults[] = {
    {"kv refused", Fault::kKvRefused},
    {"kv lost", Fault::kKvLost},
    {"kv answer-lost", Fault::kKvAnswerLost},
    {"kv late", Fault::kKvLate},
    {"kv torn", Fault::kKvTorn},
    {"kv sync", Fault::kKvSync},
    {"crash now", Fault::kCrash},
    {"crash at-write", Fault::kCrashAtWrite},
    {"process stall", Fault::kStall},
    {"share left", Fault::kShareLeft},
    {"redis evict", Fault::kRedisEvict},
    {"redis flush", Fault::kRedisFlush},
    {"redis remember", Fault::kRedisRemember},
    {"redis fail-over", Fault::kRedisFailOver},
    {"redis not-sent", Fault::kRedisNotSent},
    {"redis refused", Fault::kRedisRefused},
    {"redis lost", Fault::kRedisLost},
    {"redis answer-lost", Fault::kRedisAnswerLost},
    {"redis late", Fault::kRedisLate},
    {"redis broken", Fault::kRedisBroken},
    {"index not-sent", Fault::kIndexNotSent},
    {"index refused", Fault::kIndexRefused},
    {"index lost", Fault::kIndexLost},
    {"index answer-lost", Fault::kIndexAnswerLost},
    {"index late", Fault::kIndexLate},
    {"index broken", Fault::kIndexBroken},
};

template <typename Number>
std::optional<Number> read_number(BytesView text, int base = 10) {
  Number value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// "c12" → 12 for the letter c.
std::optional<uint32_t> read_numbered(BytesView word, char letter) {
  if (word.size() < 2 || word[0] != letter) return std::nullopt;
  const auto number = read_number<uint32_t>(word.substr(1));
  return number && *number > 0 ? number : std::nullopt;
}

// One line taken apart, read from left to right.
class LineReader {
 public:
  LineReader(BytesView text, size_t line) : line_(line) {
    const size_t start = text.find_first_not_of(" \t\r");
    if (start == BytesView::npos || text[start] == '#') return;
    auto words = resp::split_arguments(text);
    if (!words) fail("quotes do not balance");
    words_ = std::move(*words);
  }

  bool at_end() const { return next_ == words_.size(); }

  Bytes word(BytesView what) {
    if (at_end()) fail(Bytes(what) + " is missing");
    return std::move(words_[next_++]);
  }

  Args rest() {
    Args args(words_.begin() + static_cast<std::ptrdiff_t>(next_), words_.end());
    next_ = words_.size();
    return args;
  }

  void end() const {
    if (!at_end()) fail("more than expected: " + argument_text(words_[next_]));
  }

  [[noreturn]] void fail(const Bytes& what) const { throw PlanTextError(line_, what); }

 private:
  size_t line_;
  std::vector<Bytes> words_;
  size_t next_ = 0;
};

ClockEvent read_clock(LineReader& line) {
  ClockEvent clock;
  const auto process = read_numbered(line.word("the process"), 'p');
  if (!process) line.fail("a process is written p1, p2, …");
  clock.process = *process;
  Bytes advance = line.word("how far the clock moves");
  if (advance.starts_with('+')) advance.erase(0, 1);
  const auto advance_ms = read_number<int64_t>(advance);
  if (!advance_ms) line.fail("a clock moves by milliseconds: +250, -1");
  clock.advance_ms = *advance_ms;
  line.end();
  return clock;
}

CommandEvent read_command(LineReader& line, uint32_t client) {
  CommandEvent command{client, line.rest()};
  if (command.args.empty()) line.fail("the client sends no command");
  return command;
}

FaultEvent read_fault(BytesView door, LineReader& line) {
  const Bytes text = Bytes(door) + " " + line.word("what goes wrong");
  const auto found = std::find_if(std::begin(kFaults), std::end(kFaults),
                                  [&text](const NamedFault& one) { return one.text == text; });
  if (found == std::end(kFaults)) line.fail("nothing goes wrong like this: " + text);
  FaultEvent event{found->fault, 0};
  if (line.at_end()) return event;
  const auto amount = read_number<int64_t>(line.word("an amount"));
  if (!amount || *amount < 0) line.fail("an amount is a number: 3");
  event.amount = *amount;
  line.end();
  return event;
}

bool begins_a_fault(BytesView word) {
  return std::any_of(std::begin(kFaults), std::end(kFaults), [word](const NamedFault& one) {
    return one.text.substr(0, one.text.find(' ')) == word;
  });
}

// Stands behind the event's first word.
decltype(Event::what) read_event(BytesView first, LineReader& line) {
  if (first == "clock") return read_clock(line);
  if (begins_a_fault(first)) return read_fault(first, line);
  if (const auto client = read_numbered(first, 'c')) return read_command(line, *client);
  line.fail("no event begins with " + argument_text(first));
}

void write_event(const CommandEvent& command, Bytes& out) {
  out += 'c' + std::to_string(command.client) + ' ' + command_line(command.args);
}

void write_event(const ClockEvent& clock, Bytes& out) {
  out += "clock p" + std::to_string(clock.process) + (clock.advance_ms < 0 ? " " : " +") +
         std::to_string(clock.advance_ms);
}

void write_event(const FaultEvent& event, Bytes& out) {
  out += fault_text(event.fault);
  if (event.amount != 0) out += ' ' + std::to_string(event.amount);
}

// Reads one line of a plan into it.
void read_line(LineReader line, Plan& plan) {
  if (line.at_end()) return;
  Bytes first = line.word("the event");
  if (first == "seed" || first == "option") {
    if (!plan.events.empty()) line.fail("the header ends where the events begin");
    const Bytes name = line.word("a value");
    if (first == "seed") {
      const auto seed = read_seed(name);
      if (!seed) line.fail("a seed is a number: 0x1f");
      plan.seed = *seed;
    } else {
      plan.options[name] = line.word("the option's value");
    }
    line.end();
    return;
  }
  Event event;
  event.id = plan.events.empty() ? 1 : plan.events.back().id + 1;
  if (first.ends_with(':')) {
    const auto id = read_number<uint64_t>(BytesView(first).substr(0, first.size() - 1));
    if (!id || *id < event.id) line.fail("an event's id is a number that grows: 17:");
    event.id = *id;
    first = line.word("the event");
  }
  event.what = read_event(first, line);
  plan.events.push_back(std::move(event));
}

}  // namespace

std::optional<uint64_t> read_seed(BytesView text) {
  if (text.starts_with("0x")) return read_number<uint64_t>(text.substr(2), 16);
  return read_number<uint64_t>(text);
}

BytesView fault_text(Fault fault) {
  return std::find_if(std::begin(kFaults), std::end(kFaults),
                      [fault](const NamedFault& one) { return one.fault == fault; })
      ->text;
}

size_t client_count(const Plan& plan) {
  size_t count = 0;
  for (const Event& event : plan.events) {
    if (event.command() != nullptr) count = std::max<size_t>(count, event.command()->client);
  }
  return count;
}

Bytes argument_text(BytesView argument) {
  const bool plain = !argument.empty() && std::all_of(argument.begin(), argument.end(), [](char c) {
    return c > ' ' && c <= '~' && c != '"' && c != '\'' && c != '\\';
  });
  if (plain) return Bytes(argument);
  return resp::to_transcript(resp::Reply::bulk(Bytes(argument)));
}

Bytes command_line(const Args& args) {
  Bytes line;
  for (const Bytes& argument : args) {
    if (!line.empty()) line += ' ';
    line += argument_text(argument);
  }
  return line;
}

Bytes to_text(const Event& event) {
  Bytes text;
  std::visit([&text](const auto& what) { write_event(what, text); }, event.what);
  return text;
}

Bytes to_text(const Plan& plan) {
  Bytes text = "seed " + format_hex(plan.seed) + '\n';
  for (const auto& [name, value] : plan.options) {
    text += "option " + argument_text(name) + ' ' + argument_text(value) + '\n';
  }
  uint64_t next_id = 1;
  for (const Event& event : plan.events) {
    if (event.id != next_id) text += std::to_string(event.id) + ": ";
    text += to_text(event) + '\n';
    next_id = event.id + 1;
  }
  return text;
}

WrittenPlan read_text(BytesView text) {
  WrittenPlan written;
  size_t line = 1;
  for (size_t start = 0; start < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', start), text.size());
    read_line(LineReader(text.substr(start, end - start), line), written.plan);
    if (written.lines.size() < written.plan.events.size()) written.lines.push_back(line);
    start = end + 1;
  }
  return written;
}

Plan from_text(BytesView text) {
  return read_text(text).plan;
}

}  // namespace keemun::plan
