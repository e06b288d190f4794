#include "support/keemun_process.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/check.h"

namespace keemun {

KeemunProcess::~KeemunProcess() {
  if (process_ > 0) {
    signal(SIGKILL);
    wait();
  }
}

void KeemunProcess::preload(const Bytes& library, const Bytes& variable, const Bytes& value) {
  // A link to it: the loader takes a path with a blank for two.
  const Bytes link = path(std::filesystem::path(library).filename());
  if (!std::filesystem::exists(link)) std::filesystem::create_symlink(library, link);
  Bytes& libraries = environment_["LD_PRELOAD"];
  libraries += (libraries.empty() ? "" : ":") + link;
  environment_[variable] = value;
  add_sanitizer_option("verify_asan_link_order=0");
}

void KeemunProcess::add_sanitizer_option(const Bytes& option) {
  constexpr const char* kName = "ASAN_OPTIONS";
  const char* outer = ::getenv(kName);
  Bytes& options = environment_.try_emplace(kName, outer == nullptr ? "" : outer).first->second;
  options += (options.empty() ? "" : ":") + option;
}

bool KeemunProcess::start(const std::vector<Bytes>& options) {
  CHECK(process_ < 0);
  output_.clear();
  int log[2];
  CHECK(pipe(log) == 0);
  std::vector<Bytes> words = {KEEMUN_PROGRAM, "serve"};
  std::vector<Bytes> own = {"--port", "0", "--unixsocket", socket_path(), "--dir", store_path()};
  // A configuration file comes first.
  auto rest = options.begin();
  if (rest != options.end() && !rest->starts_with("--")) words.push_back(*rest++);
  words.insert(words.end(), own.begin(), own.end());
  words.insert(words.end(), rest, options.end());
  std::vector<char*> pointers;
  for (Bytes& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  process_ = fork();
  CHECK(process_ >= 0);
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const auto& [name, value] : environment_) setenv(name.c_str(), value.c_str(), 1);
    dup2(log[1], STDOUT_FILENO);
    dup2(log[1], STDERR_FILENO);
    close(log[0]);
    close(log[1]);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  environment_.clear();
  close(log[1]);
  log_ = log[0];
  constexpr BytesView kReady = "ready to accept connections at ";
  read_until(Bytes(kReady));
  return output_.find(kReady) != Bytes::npos;
}

int64_t KeemunProcess::peak_mb() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/status");
  constexpr BytesView kName = "VmHWM:";
  Bytes line;
  while (std::getline(file, line) && !line.starts_with(kName)) {
  }
  CHECK(line.starts_with(kName));
  return std::stoll(line.substr(kName.size())) >> 10;
}

void KeemunProcess::read_until(BytesView mark) {
  char buffer[4096];
  while (mark.empty() || output_.find(mark) == Bytes::npos) {
    const ssize_t count = read(log_, buffer, sizeof buffer);
    if (count <= 0) return;
    output_.append(buffer, static_cast<size_t>(count));
  }
}

void KeemunProcess::signal(int number) {
  kill(process_, number);
}

void KeemunProcess::stand_still() {
  signal(SIGSTOP);
  int status = 0;
  CHECK(waitpid(process_, &status, WUNTRACED) == process_ && WIFSTOPPED(status));
}

void KeemunProcess::go_on() {
  signal(SIGCONT);
}

bool KeemunProcess::has_ended() const {
  siginfo_t ended = {};
  constexpr int kOnlyLook = WEXITED | WNOHANG | WNOWAIT;
  CHECK(waitid(P_PID, static_cast<id_t>(process_), &ended, kOnlyLook) == 0);
  return ended.si_pid == process_;
}

int KeemunProcess::wait() {
  read_until("");
  int status = 0;
  CHECK(waitpid(process_, &status, 0) == process_);
  close(log_);
  process_ = -1;
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

}  // namespace keemun
