#include "server/config/config_file.h"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "acl/absent_commands.h"
#include "acl/users.h"
#include "base/ascii.h"
#include "base/command_error.h"
#include "base/number_text.h"
#include "commands/table/table.h"
#include "resp/split_arguments.h"
#include "server/commands/command_table.h"
#include "server/config/ignored_options.h"
#include "server/config/options.h"
#include "server/config/replaced_file.h"

namespace keemun::server {

namespace {

constexpr BytesView kIncludeWord = "include";
constexpr int kIncludesDeepMax = 16;

// Of one user, and of one command, beside the options.
constexpr BytesView kUserWord = "user";
constexpr BytesView kRenameWord = "rename-command";

// Of a line that cannot be split into words, too.
Bytes name_in(const ConfigLine& line) {
  if (!line.words.empty()) return line.words[0];
  const size_t begin = std::min(line.text.find_first_not_of("-\"'"), line.text.size());
  return line.text.substr(begin, line.text.find_first_of(" \t=\"'", begin) - begin);
}

// What is said of it may come to stand in a log that others read.
Bytes text_without_secrets(const ConfigLine& line) {
  const Bytes name = name_in(line);
  if (line.words.size() == 1 || !is_secret_option(name)) return line.text;
  return (line.text.starts_with("--") ? "--" : "") + name + " (redacted)";
}

[[noreturn]] void throw_at(const ConfigLine& line, const Bytes& reason) {
  throw CommandError(line.where + ": '" + text_without_secrets(line) + "': " + reason);
}

std::vector<Bytes> split_words(const ConfigLine& line, const Bytes& text) {
  auto words = resp::split_arguments(text);
  if (!words || words->empty()) throw_at(line, "unbalanced quotes");
  return std::move(*words);
}

Bytes trimmed(const Bytes& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == Bytes::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// One of that name, which need not be there, or all that fit a pattern, in the order of their
// names.
std::vector<Bytes> files_named(const Bytes& name) {
  if (name.find_first_of("*?[") == Bytes::npos) return {name};
  glob_t found = {};
  const std::unique_ptr<glob_t, void (*)(glob_t*)> owner(&found, ::globfree);
  if (::glob(name.c_str(), 0, nullptr, &found) != 0) return {};
  return {found.gl_pathv, found.gl_pathv + found.gl_pathc};
}

void read_into(std::vector<ConfigLine>& lines, const Bytes& path, int depth);

// Or the lines of the file that it includes.
void add_line(std::vector<ConfigLine>& lines, ConfigLine line, int depth) {
  if (!ascii_equal_ignoring_case(line.words[0], kIncludeWord)) {
    lines.push_back(std::move(line));
    return;
  }
  if (line.words.size() != 2) throw_at(line, "wrong number of arguments");
  if (depth == kIncludesDeepMax) throw_at(line, "files include each other too deeply");
  for (const Bytes& included : files_named(line.words[1])) {
    if (::access(included.c_str(), R_OK) != 0) throw_at(line, std::strerror(errno));
    read_into(lines, included, depth + 1);
  }
}

void read_into(std::vector<ConfigLine>& lines, std::istream& text, const Bytes& name, int depth) {
  Bytes line_text;
  for (int64_t number = 1; std::getline(text, line_text); ++number) {
    ConfigLine line{name + " line " + format_int64(number), trimmed(line_text), {}};
    if (line.text.empty() || line.text[0] == '#') continue;
    line.words = split_words(line, line.text);
    add_line(lines, std::move(line), depth);
  }
  if (text.bad()) throw CommandError(name + ": it cannot be read");
}

void read_into(std::vector<ConfigLine>& lines, const Bytes& path, int depth) {
  std::ifstream file(path);
  if (!file) throw CommandError(path + ": " + std::strerror(errno));
  read_into(lines, file, path, depth);
}

// Of a line of a file, whatever it stands in; empty where it has none.
Bytes first_word_of(const Bytes& text) {
  const Bytes content = trimmed(text);
  if (content.starts_with('#')) return {};
  const auto words = resp::split_arguments(content);
  return words && !words->empty() ? words->front() : Bytes();
}

bool defines_user(const Bytes& text) {
  return ascii_equal_ignoring_case(first_word_of(text), kUserWord);
}

// By whichever of its names.
bool sets(const Option& option, const Bytes& text) {
  const Option* named = find_option(first_word_of(text));
  return named != nullptr && named->place == option.place;
}

// Where the option stands last, as long as no other file is included behind it, which may say
// something else; the end where it does not.
std::vector<Bytes>::iterator last_line_of(const Option& option, std::vector<Bytes>& lines) {
  const auto decides = [&option](const Bytes& text) {
    return ascii_equal_ignoring_case(first_word_of(text), kIncludeWord) || sets(option, text);
  };
  const auto at = std::find_if(lines.rbegin(), lines.rend(), decides);
  return at != lines.rend() && sets(option, *at) ? std::prev(at.base()) : lines.end();
}

bool includes_any(const std::vector<Bytes>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Bytes& text) {
    return ascii_equal_ignoring_case(first_word_of(text), kIncludeWord);
  });
}

void define_user(const ConfigLine& line, Settings& settings) {
  if (line.words.size() < 2) throw_at(line, "wrong number of arguments");
  const Bytes& name = line.words[1];
  try {
    acl::check_user_name(name);
  } catch (const CommandError& error) {
    throw_at(line, error.text());
  }
  const bool is_known =
      std::any_of(settings.users.begin(), settings.users.end(),
                  [&name](const Settings::UserLine& user) { return user.name == name; });
  if (is_known) {
    throw_at(line, "Duplicate user found. A user can only be defined once in config files");
  }
  settings.users.push_back({line.where, name, {line.words.begin() + 2, line.words.end()}});
}

bool is_command(const commands::CommandNames& names, BytesView name) {
  const auto own = names.own_name(name);
  if (!own || own->find('|') != BytesView::npos) return false;
  return commands::find_command_named(*own) != nullptr ||
         find_server_command({&*own, 1}) != nullptr;
}

// Of Redis', and not of ours.
bool is_absent(BytesView name) {
  const auto absent = acl::absent_commands();
  return std::any_of(absent.begin(), absent.end(), [name](const acl::AbsentCommand& command) {
    return ascii_equal_ignoring_case(command.name, name);
  });
}

// In the order of the lines: what a name stands for is decided by those before.
void rename_command(const ConfigLine& line, commands::CommandNames& names) {
  if (line.words.size() != 3) throw_at(line, "wrong number of arguments");
  const Bytes& name = line.words[1];
  const Bytes& other = line.words[2];
  if (is_absent(name)) return;  // nobody can call it anyhow
  if (!is_command(names, name)) throw_at(line, "No such command in rename-command");
  const Bytes own = ascii_lower(*names.own_name(name));
  names.withhold(name);
  if (other.empty()) return;
  if (is_command(names, other)) throw_at(line, "Target command name already exists");
  names.add(other, own);
}

// Lines of `save` add up, until one says that nothing is to be saved.
void add_up(std::vector<Bytes>& save_points, std::vector<Bytes>& words) {
  if (words.size() == 1 && words[0].empty()) return save_points.clear();
  save_points.insert(save_points.end(), words.begin(), words.end());
  words = save_points;
}

// The lines of users where the first of them stood, or at the end.
void replace_users(const std::vector<Bytes>& users, std::vector<Bytes>& lines) {
  const auto first = std::find_if(lines.begin(), lines.end(), defines_user);
  const auto place = first - lines.begin();
  std::erase_if(lines, defines_user);
  lines.insert(lines.begin() + place, users.begin(), users.end());
}

}  // namespace

std::vector<ConfigLine> read_config_text(std::istream& text, const Bytes& name) {
  std::vector<ConfigLine> lines;
  read_into(lines, text, name, 0);
  return lines;
}

std::vector<ConfigLine> read_config_file(const Bytes& path) {
  std::vector<ConfigLine> lines;
  read_into(lines, path, 0);
  return lines;
}

std::vector<ConfigLine> read_command_line(std::span<const Bytes> arguments) {
  std::vector<ConfigLine> lines;
  for (const Bytes& argument : arguments) {
    const bool is_name = argument.starts_with("--") && argument.size() > 2;
    if (!is_name && lines.empty()) {
      throw CommandError("command line: '" + argument + "': an option begins with --");
    }
    if (!is_name) {
      lines.back().words.push_back(argument);
      lines.back().text += " " + argument;
      continue;
    }
    const size_t equals = argument.find('=');
    const size_t space = argument.find(' ');
    lines.push_back({"command line", argument, {argument.substr(2, equals - 2)}});
    if (space < equals) {  // "--name words", as in a file
      lines.back().words = split_words(lines.back(), argument.substr(2));
    } else if (equals != Bytes::npos) {
      lines.back().words.push_back(argument.substr(equals + 1));
    }
  }
  std::vector<ConfigLine> with_included;
  for (ConfigLine& line : lines) {
    const bool saves_nothing =
        line.words.size() == 1 && ascii_equal_ignoring_case(line.words[0], "save");
    if (saves_nothing) line.words.emplace_back();
    add_line(with_included, std::move(line), 0);
  }
  for (ConfigLine& line : with_included) line.is_of_command_line = true;
  return with_included;
}

void apply_config(std::span<const ConfigLine> lines, Settings& settings) {
  std::vector<Bytes> save_points;
  for (const ConfigLine& line : lines) {
    if (ascii_equal_ignoring_case(line.words[0], kUserWord)) {
      define_user(line, settings);
      continue;
    }
    if (ascii_equal_ignoring_case(line.words[0], kRenameWord)) {
      rename_command(line, settings.command_names);
      if (!line.is_of_command_line) settings.rename_lines.push_back(line.text);
      continue;
    }
    try {
      const Option* option = find_option(line.words[0]);
      if (option == nullptr && is_ignored_option(line.words)) {
        settings.without_effect.push_back(line.words[0]);
        continue;
      }
      if (option == nullptr) throw CommandError("there is no such option");
      std::vector<Bytes> words(line.words.begin() + 1, line.words.end());
      if (option->name == "save") add_up(save_points, words);
      set_option(*option, words, settings);
    } catch (const CommandError& error) {
      throw_at(line, error.text());
    }
  }
}

void rewrite_config_file(const Bytes& path, const Settings& settings,
                         const std::vector<Bytes>& users) {
  std::ifstream file(path);
  const bool is_gone = !file && errno == ENOENT;  // it is written anew
  if (!file && !is_gone) {
    throw CommandError("ERR Rewriting config file: " + Bytes(std::strerror(errno)));
  }
  std::vector<Bytes> lines = is_gone ? settings.rename_lines : std::vector<Bytes>();
  for (Bytes text; std::getline(file, text);) lines.push_back(text);
  if (file.bad()) throw CommandError("ERR Rewriting config file: it cannot be read");
  Settings as_written;
  try {
    if (!is_gone) apply_config(read_config_file(path), as_written);
  } catch (const CommandError& error) {
    throw CommandError("ERR Rewriting config file: " + error.text());
  }
  const auto here = std::count_if(lines.begin(), lines.end(), defines_user);
  if (static_cast<size_t>(here) != as_written.users.size()) {
    throw CommandError("ERR Rewriting config file: a file that it includes defines users");
  }
  for (const Option& option : all_options()) {
    if (option.is_alias) continue;
    const Bytes wanted = option_text(option, settings);
    if (wanted == option_text(option, as_written)) continue;
    Bytes line = Bytes(option.name) + " " + option_line(option, settings);
    // Else it would add up with what another file says.
    if (option.name == "save" && includes_any(lines)) line.insert(0, "save \"\"\n");
    const auto at = last_line_of(option, lines);
    const auto said_before = [&option](const Bytes& text) { return sets(option, text); };
    // What it overrules goes: an old password would be left there, and lines of `save` add up.
    if (at != lines.end()) {
      *at = line;
      lines.erase(std::remove_if(lines.begin(), at, said_before), at);
    } else {
      std::erase_if(lines, said_before);
      lines.push_back(line);
    }
  }
  replace_users(users, lines);
  Bytes content;
  for (const Bytes& line : lines) content += line + "\n";
  try {
    replace_file(path, content);
  } catch (const CommandError& error) {
    throw CommandError("ERR Rewriting config file: " + error.text());
  }
}

}  // namespace keemun::server
