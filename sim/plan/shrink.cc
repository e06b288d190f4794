#include "plan/shrink.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "base/number_text.h"

namespace keemun::plan {

namespace {

constexpr BytesView kPlainBytes = "a";

Bytes upper_case(BytesView text) {
  Bytes upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

// What might stand in an argument's place: nearer to zero, or shorter.
std::vector<Bytes> simpler_texts(BytesView text, Times times) {
  constexpr int64_t kFar = 1'000'000;  // in seconds as in milliseconds
  if (const auto number = parse_int64(text)) {
    if (*number == 0) return {};
    std::vector<Bytes> texts{"0"};
    if (times == Times::kFar && *number >= kFar) {
      if (*number / 2 >= kFar) texts.push_back(format_int64(*number / 2));
      return texts;
    }
    if (*number != 1) texts.emplace_back("1");
    if (std::abs(*number / 2) > 1) texts.push_back(format_int64(*number / 2));
    return texts;
  }
  if (text.size() <= 1) return {};
  return {Bytes(kPlainBytes), Bytes(text.substr(0, text.size() / 2)),
          Bytes(text.substr(text.size() / 2))};
}

std::set<size_t> clients_of(const Plan& plan) {
  std::set<size_t> clients;
  for (const Event& event : plan.events) {
    if (event.command() != nullptr) clients.insert(event.command()->client);
  }
  return clients;
}

void add_chunks(const Plan& plan, std::vector<Edit>& all) {
  const size_t count = plan.events.size();
  for (size_t size = count / 2; size > 0; size /= 2) {
    // From the back: what comes late is needed least often.
    for (size_t end = count; end > 0; end -= std::min(size, end)) {
      const size_t begin = end - std::min(size, end);
      all.push_back({Edit::Kind::kDropEvents, begin, end - begin, 0, {}});
    }
  }
}

// Pairs of them, of which the one that is smaller may stand for the other.
std::vector<Edit> joined_keys(const Plan& plan) {
  std::map<BytesView, size_t> keys;
  for (size_t at = 0; at < plan.events.size(); ++at) {
    const CommandEvent* command = plan.events[at].command();
    if (command != nullptr && command->args.size() > 1) keys.emplace(command->args[1], at);
  }
  std::vector<Edit> all;
  for (const auto& [key, at] : keys) {
    for (auto smaller = keys.begin(); smaller->first != key; ++smaller) {
      if (smaller->first.size() > key.size()) continue;
      all.push_back({Edit::Kind::kJoinKeys, at, 0, 0, Bytes(smaller->first)});
    }
  }
  return all;
}

// Several at once for there are pairs and triples of them, and sometimes many.
void add_fewer_arguments(size_t count, size_t at, std::vector<Edit>& all) {
  for (size_t size = count / 2; size > 0; size = size > 7 ? size / 2 : size - 1) {
    for (size_t end = count; end > size; end -= size) {
      all.push_back({Edit::Kind::kDropArguments, at, size, end - size, {}});
    }
  }
}

std::vector<Edit> simplifications(const Event& event, size_t at, Times times) {
  std::vector<Edit> all;
  const auto* fault = std::get_if<FaultEvent>(&event.what);
  if (fault != nullptr && fault->amount > 0) {
    all.push_back({Edit::Kind::kHalveAmount, at, 0, 0, {}});
  }
  const CommandEvent* command = event.command();
  if (command == nullptr) return all;
  const Args& args = command->args;
  if (command->client != 1) all.push_back({Edit::Kind::kToFirstClient, at, 0, 0, {}});
  add_fewer_arguments(args.size(), at, all);
  const Bytes name = upper_case(args[0]);
  if (name != args[0]) all.push_back({Edit::Kind::kReplaceArgument, at, 0, 0, name});
  for (size_t i = 1; i < args.size(); ++i) {
    for (Bytes& text : simpler_texts(args[i], times)) {
      all.push_back({Edit::Kind::kReplaceArgument, at, 0, i, std::move(text)});
    }
  }
  return all;
}

}  // namespace

std::vector<Edit> edits(const Plan& plan) {
  std::vector<Edit> all;
  const std::set<size_t> clients = clients_of(plan);
  for (const size_t client : clients) {
    if (clients.size() > 1) all.push_back({Edit::Kind::kDropClient, client, 0, 0, {}});
  }
  add_chunks(plan, all);
  for (size_t at = 0; at < plan.events.size(); ++at) {
    for (Edit& edit : simplifications(plan.events[at], at, Times::kAny))
      all.push_back(std::move(edit));
  }
  for (Edit& edit : joined_keys(plan)) all.push_back(std::move(edit));
  return all;
}

namespace {

void replace_everywhere(std::vector<Event>& events, const Bytes& key, const Bytes& by) {
  for (Event& event : events) {
    auto* command = std::get_if<CommandEvent>(&event.what);
    if (command == nullptr) continue;
    std::replace(command->args.begin() + 1, command->args.end(), key, by);
  }
}

}  // namespace

Plan edited(const Plan& plan, const Edit& edit) {
  Plan smaller = plan;
  auto& events = smaller.events;
  const auto at = events.begin() +
                  static_cast<std::ptrdiff_t>(edit.kind == Edit::Kind::kDropClient ? 0 : edit.at);
  switch (edit.kind) {
    case Edit::Kind::kDropClient:
      std::erase_if(events, [&edit](const Event& event) {
        return event.command() != nullptr && event.command()->client == edit.at;
      });
      break;
    case Edit::Kind::kDropEvents:
      events.erase(at, at + static_cast<std::ptrdiff_t>(edit.count));
      break;
    case Edit::Kind::kToFirstClient:
      std::get<CommandEvent>(at->what).client = 1;
      break;
    case Edit::Kind::kDropArguments: {
      Args& args = std::get<CommandEvent>(at->what).args;
      const auto first = args.begin() + static_cast<std::ptrdiff_t>(edit.argument);
      args.erase(first, first + static_cast<std::ptrdiff_t>(edit.count));
      break;
    }
    case Edit::Kind::kReplaceArgument:
      std::get<CommandEvent>(at->what).args[edit.argument] = edit.text;
      break;
    case Edit::Kind::kHalveAmount:
      std::get<FaultEvent>(at->what).amount /= 2;
      break;
    case Edit::Kind::kJoinKeys:
      replace_everywhere(events, Bytes(std::get<CommandEvent>(at->what).args[1]), edit.text);
      break;
  }
  return smaller;
}

namespace {

// Tries edits on a plan and keeps those after which it still fails.
class Shrinker {
 public:
  Shrinker(Plan plan, const std::function<bool(const Plan&)>& fails, Times times)
      : plan_(std::move(plan)), fails_(fails), times_(times) {}

  Plan smallest() {
    for (bool progress = true; progress && runs_left_ > 0;) {
      progress = drop_clients();
      progress = drop_chunks() || progress;
      progress = simplify_events() || progress;
      progress = join_keys() || progress;
    }
    return std::move(plan_);
  }

 private:
  bool keeps_failing(const Edit& edit) {
    if (runs_left_ == 0) return false;
    --runs_left_;
    Plan candidate = edited(plan_, edit);
    if (!fails_(candidate)) return false;
    plan_ = std::move(candidate);
    return true;
  }

  bool drop_clients() {
    bool progress = false;
    for (const size_t client : clients_of(plan_)) {
      if (clients_of(plan_).size() < 2) break;
      progress = keeps_failing({Edit::Kind::kDropClient, client, 0, 0, {}}) || progress;
    }
    return progress;
  }

  bool drop_chunks() {
    bool progress = false;
    for (size_t size = plan_.events.size() / 2; size > 0; size /= 2) {
      for (size_t end = plan_.events.size(); end > 0;) {
        const size_t begin = end - std::min(size, end);
        progress = keeps_failing({Edit::Kind::kDropEvents, begin, end - begin, 0, {}}) || progress;
        end = begin;
      }
    }
    return progress;
  }

  bool simplify_events() {
    bool progress = false;
    for (size_t at = 0; at < plan_.events.size(); ++at) {
      std::vector<Edit> all = simplifications(plan_.events[at], at, times_);
      for (size_t next = 0; next < all.size() && runs_left_ > 0;) {
        if (!keeps_failing(all[next])) {
          ++next;
          continue;
        }
        progress = true;
        all = simplifications(plan_.events[at], at, times_);
      }
    }
    return progress;
  }

  bool join_keys() {
    bool progress = false;
    std::vector<Edit> all = joined_keys(plan_);
    for (size_t next = 0; next < all.size() && runs_left_ > 0;) {
      if (!keeps_failing(all[next])) {
        ++next;
        continue;
      }
      progress = true;
      all = joined_keys(plan_);
      next = 0;
    }
    return progress;
  }

  Plan plan_;
  const std::function<bool(const Plan&)>& fails_;
  const Times times_;
  size_t runs_left_ = kShrinkRunsMax;
};

}  // namespace

Plan shrink(Plan plan, size_t failing_index, const std::function<bool(const Plan&)>& fails,
            Times times) {
  if (failing_index + 1 < plan.events.size()) plan.events.resize(failing_index + 1);
  return Shrinker(std::move(plan), fails, times).smallest();
}

}  // namespace keemun::plan
