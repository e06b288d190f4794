// keemun serve: the server. `keemun serve [file] [--option value ...]`, options as in redis.conf.
#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "base/command_error.h"
#include "ports/store_error.h"
#include "server/config_file.h"
#include "server/server.h"
#include "subcommands.h"

namespace keemun::programs {

namespace {

constexpr int kStopped = 0;
constexpr int kCouldNotServe = 1;

// Threads that are started later inherit it: signals come to the server's loop alone.
void block_signals() {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGHUP);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

int serve(std::vector<std::string> words) {
  try {
    server::Settings settings;
    std::string config_path;
    if (!words.empty() && !words[0].starts_with("--")) {
      config_path = words[0];
      words.erase(words.begin());
      server::apply_config(server::read_config_file(config_path), settings);
    }
    server::apply_config(server::read_command_line(words), settings);
    block_signals();
    server::Server(settings, config_path).run();
    return kStopped;
  } catch (const CommandError& error) {
    std::cerr << "keemun serve: " << error.text() << "\n";
  } catch (const ports::StoreError& error) {
    std::cerr << "keemun serve: " << error.text() << "\n";
  }
  return kCouldNotServe;
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "serve", "run the server: keemun serve [keemun.conf] [--option value ...]");
  command->footer(
      "Options are those of keemun.conf, where each is explained: --port 6380 --dir data");
  command->prefix_command();
  command->callback([command, &status] { status = serve(command->remaining()); });
}

}  // namespace keemun::programs
