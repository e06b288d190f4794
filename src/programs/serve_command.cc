// keemun serve: the server. `keemun serve [file] [--option value ...]`, options as in redis.conf.
#include <CLI/CLI.hpp>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "base/command_error.h"
#include "ports/store_error.h"
#include "server/config/config_file.h"
#include "server/observe/log.h"
#include "server/server.h"
#include "server/signals.h"
#include "subcommands.h"

namespace keemun::programs {

namespace {

constexpr int kStopped = 0;
constexpr int kCouldNotServe = 1;

// What CONFIG GET and INFO tell of is to be found from anywhere. As in Redis links are followed in
// the one, and the other stays as it was given but for its beginning.
std::string found_from_anywhere(const std::string& dir) {
  const auto path = std::filesystem::absolute(dir);
  std::error_code failed;
  const auto followed = std::filesystem::weakly_canonical(path, failed);
  if (failed) return path;  // what is wrong with it is told where it is opened
  return followed.has_filename() ? followed : followed.parent_path();
}

// Also where the server tells everything else: who runs it may have nothing but that.
int could_not_serve(const server::Settings& settings, const std::string& reason) {
  std::cerr << "keemun serve: " << reason << "\n";
  if (settings.log_file.empty()) return kCouldNotServe;
  try {
    server::Log(settings.log_file).warning(reason);
  } catch (const CommandError& error) {
    if (error.text() != reason) std::cerr << "keemun serve: " << error.text() << "\n";
  }
  return kCouldNotServe;
}

int serve(std::vector<std::string> words) {
  server::Settings settings;
  try {
    std::string config_path;
    if (!words.empty() && words[0] == "-") {
      words.erase(words.begin());
      server::apply_config(server::read_config_text(std::cin, "standard input"), settings);
      if (std::ferror(stdin) != 0) throw CommandError("standard input: it cannot be read");
    } else if (!words.empty() && !words[0].starts_with("--")) {
      config_path = words[0];
      words.erase(words.begin());
      server::apply_config(server::read_config_file(config_path), settings);
    }
    server::apply_config(server::read_command_line(words), settings);
    if (!config_path.empty()) config_path = std::filesystem::absolute(config_path);
    if (!settings.dir.empty()) settings.dir = found_from_anywhere(settings.dir);
    server::Signals::prepare();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like others
    server::Server(settings, config_path).run();
    return kStopped;
  } catch (const CommandError& error) {
    return could_not_serve(settings, error.text());
  } catch (const ports::StoreError& error) {
    return could_not_serve(settings, error.text());
  } catch (const std::system_error& error) {  // no thread, most likely
    return could_not_serve(settings, std::string("the system refuses: ") + error.what());
  }
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "serve", "run the server: keemun serve [keemun.conf | -] [--option value ...]");
  command->footer(
      "Options are those of keemun.conf, where each is explained: --port 6380 --dir data\n"
      "They are read from the standard input where - stands in the place of the file.\n"
      "Exit status: 0 stopped; 1 could not serve, or not everything is on the disk.");
  command->prefix_command();
  command->callback([command, &status] { status = serve(command->remaining()); });
}

}  // namespace keemun::programs
