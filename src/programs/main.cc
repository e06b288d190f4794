// keemun: one binary, one file for each of its subcommands.
#include <CLI/CLI.hpp>

#include "subcommands.h"

int main(int argc, char** argv) {
  CLI::App app("Keemun speaks the Redis protocol over any ordered key-value store.", "keemun");
  app.require_subcommand(1);
  int status = 0;
  keemun::programs::add_verify(app, status);
  CLI11_PARSE(app, argc, argv);
  return status;
}
