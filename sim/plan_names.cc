#include "sim/plan_names.h"

#include "base/ascii.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

// The words that a database may have; none of any other command.
std::vector<Bytes> database_words(const plan::Args& args) {
  const Bytes command = args.empty() ? Bytes() : ascii_lower(args[0]);
  std::vector<Bytes> words;
  if (command == "select" && args.size() > 1) words.push_back(args[1]);
  if (command == "move" && args.size() > 2) words.push_back(args[2]);
  for (size_t i = 3; command == "copy" && i + 1 < args.size(); ++i) {
    if (ascii_equal_ignoring_case(args[i].c_str(), "db")) words.push_back(args[i + 1]);
  }
  return words;
}

}  // namespace

std::vector<format::KeyLayout> open_names(const plan::Plan& plan, model::Model& model) {
  std::vector<format::KeyLayout> opened;
  if (!model.options().has_names) return opened;
  const auto open = [&](const Bytes& name) {
    const size_t count = model.databases().size();
    try {
      model.database_named(name);
    } catch (const CommandError&) {
      return;  // every command will be told so
    }
    if (model.databases().size() > count) opened.emplace_back(format::LayoutKind::kPlain, name);
  };
  for (const plan::Event& event : plan.events) {
    if (event.command() == nullptr) continue;
    for (const Bytes& word : database_words(event.command()->args)) {
      if (!parse_int64(word)) open(word);
    }
  }
  return opened;
}

}  // namespace keemun::sim
