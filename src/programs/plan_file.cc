#include "plan_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/command_error.h"

namespace keemun::programs {

namespace {

std::string read_file(const std::string& path) {
  // A directory opens as a file does, and has nothing in it.
  if (std::filesystem::is_directory(path)) throw std::runtime_error("it is a directory");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("it cannot be read");
  return text.str();
}

}  // namespace

plan::Plan read_plan(const std::string& path,
                     const std::function<void(const plan::WrittenPlan& written)>& check) {
  try {
    plan::WrittenPlan written = plan::read_text(read_file(path));
    if (written.plan.events.empty()) throw std::runtime_error("it has no event");
    if (check) check(written);
    return std::move(written.plan);
  } catch (const CommandError& error) {
    throw std::runtime_error("the plan '" + path + "': " + Bytes(error.words()));
  } catch (const std::exception& error) {
    throw std::runtime_error("the plan '" + path + "': " + error.what());
  }
}

}  // namespace keemun::programs
