// keemun: one binary, one file for each of its subcommands. A command line that it does not
// understand has exit status 2; but the options of the server are its configuration, and end it
// with 1 as in redis-server. What cannot be written to the standard output is a failure, too.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "base/version.h"
#include "hidden_words.h"
#include "standard_streams.h"
#include "subcommands.h"

namespace {

// False of what was not understood; the others asked for help or the version.
bool tell(const CLI::App& app, const CLI::ParseError& end) {
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty() || end.get_name() != "RequiredError") return app.exit(end) == 0;
  // It would say only that a subcommand is required.
  std::cerr << "There is no " << (rest.front().starts_with("-") ? "option" : "subcommand") << " '"
            << rest.front() << "'\nRun with --help for more information.\n";
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  keemun::programs::hold_standard_streams();
  CLI::App app("Keemun speaks the Redis protocol over any ordered key-value store.", "keemun");
  app.require_subcommand(1);
  app.set_version_flag("--version", "keemun " + std::string(keemun::kKeemunVersion));
  constexpr int kNotUnderstood = 2;
  int status = 0;
  keemun::programs::add_check(app, status);
  keemun::programs::add_inspect(app, status);
  keemun::programs::add_serve(app, status);
  keemun::programs::add_sim(app, status);
  keemun::programs::add_verify(app, status);
  std::vector<std::string> words;  // the last one first, as they are parsed
  for (int i = argc; --i > 0;) words.emplace_back(argv[i]);
  keemun::programs::hide_secret_words(argc, argv);
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& end) {
    if (!tell(app, end)) return kNotUnderstood;
  }
  constexpr int kCouldNotWrite = 2;
  if (std::cout.flush()) return status;
  std::cerr << "keemun: the standard output cannot be written\n";
  return status == 0 ? kCouldNotWrite : status;
}
