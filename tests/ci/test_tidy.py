"""ci/tidy, tried on small trees: a clean one, and one planted violation (or more) of each rule."""

import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "ci"))

from tidy_checks import KINDS, arrows, violations_of, words  # noqa: E402
from tidy_checks.layout import badly_laid_out  # noqa: E402
from tidy_checks.tree import Tree  # noqa: E402

HEADER = "// What it is.\n#pragma once\n\n"
CLEAN = {
    "CMakeLists.txt": "set(rooms src/base src/commands src/runtime sim tests)\n",
    "src/base/CMakeLists.txt": "keemun_room(base SOURCES thing.cc)\n",
    "src/base/thing.h": HEADER + "namespace keemun {\nint twice(int value);\n}\n",
    "src/base/thing.cc": '#include "base/thing.h"\n\nint twice(int value) { return 2 * value; }\n',
    "src/commands/CMakeLists.txt": "keemun_room(commands SOURCES table.cc SEES base)\n",
    "src/commands/table.cc": '#include "base/thing.h"\n#include <map>\nstd::map<int, int> seen();\n',
    "src/runtime/CMakeLists.txt": "keemun_room(runtime SOURCES fiber.cc)\n",
    "src/runtime/fiber.cc": "thread_local int current = 0;\n",
    "sim/CMakeLists.txt": "keemun_room(sim SOURCES world.cc SEES base commands)\n",
    "sim/world.cc": '#include "base/thing.h"\n',
    "tests/unit/base/CMakeLists.txt": "keemun_test(base_test SOURCES thing_test.cc SEES base)\n",
    "tests/unit/base/thing_test.cc": '#include "base/thing.h"\nTEST(Thing, Doubles) {}\n',
}

# Not violations, though they look like one.
HARMLESS = {
    "a word of a rule in a comment or a string": 'const char* text = "rand( dynamic_cast";  // std::mutex\n',
    "a raw string": 'const char* text = R"(std::mutex { ( " )";\n',
    "a foreign member and a smart pointer": "std::unique_ptr<int> owner; int n = reply->len + x.str;\n",
    "snprintf writes into memory": "int f() { return std::snprintf(nullptr, 0, text); }\n",
    "catch (...) that throws again": "void f() { try { g(); } catch (...) { h(); throw; } }\n",
    "five parameters": "void f(int a, std::map<int, int> b, int c, int d, std::function<int(int, int)> e);\n",
    "a constructor with six": "struct Many { Many(int a, int b, int c, int d, int e, int f); };\n",
    "sixty lines": "void f() {\n" + "  g();\n" * 58 + "}\n",
    "a long class of short functions": "class Long {\n" + "  void f() { g(); }\n" * 80 + "};\n",
    "a long table": "const int kTable[] = {\n" + "  1,\n" * 80 + "};\n",
    "a digit separator": "const int kMillion = 1'000'000; const int kOther = 2'000;\n",
}


def in_commands(code):
    return {"src/commands/table.cc": code}


def in_base(code):
    return {"src/base/thing.cc": '#include "base/thing.h"\n' + code}


# Rule → files laid over the clean tree; each has exactly one violation, of this rule.
PLANTED = {
    "arrow": [
        {"src/base/thing.cc": '#include "base/thing.h"\n#include "runtime/fiber.h"\n'},
        in_commands('#include "runtime/fiber.h"\n'),
        {"sim/CMakeLists.txt": CLEAN["sim/CMakeLists.txt"] + "add_subdirectory(plan)\n",
         "sim/plan/CMakeLists.txt": "keemun_room(plan SOURCES plan.cc)\n",
         "sim/plan/plan.cc": '#include "base/thing.h"\n',
         **in_commands('#include "plan/plan.h"\n')},
        {"src/commands/CMakeLists.txt": "keemun_room(commands SOURCES table.cc HIDES base runtime)\n"},
        {"CMakeLists.txt": CLEAN["CMakeLists.txt"] + "# src/attic\n",
         "src/attic/x.cc": "int x = 0;\n",
         "src/base/CMakeLists.txt": "keemun_room(base SOURCES thing.cc ../attic/x.cc)\n"},
    ],
    "clock": [in_base("auto now = std::chrono::steady_clock::now();\n")],
    "chance": [in_base("int x = rand();\n"), {"sim/world.cc": "std::random_device device;\n"}],
    "sleep": [
        in_base("void f() { std::this_thread::sleep_for(second); }\n"),
        {"tests/unit/base/thing_test.cc": "TEST(A, B) { usleep(5); }\n"},
    ],
    "thread": [in_commands("std::mutex mutex;\n"), in_commands("std::atomic<int> count;\n")],
    "thread-local": [in_commands("thread_local int current = 0;\n")],
    "socket": [in_base("#include <sys/socket.h>\n")],
    "environment": [in_base('const char* home = std::getenv("HOME");\n')],
    "output": [in_base('void f() { printf("x"); }\n'), in_base("#include <iostream>\n")],
    "cast": [in_commands("auto* bytes = reinterpret_cast<const char*>(this);\n")],
    "rtti": [in_commands("auto* hash = dynamic_cast<Hash*>(store);\n")],
    "engine": [in_commands("void f(const rocksdb::Status& status);\n")],
    "macro": [in_base("#define TWICE(x) ((x) * 2)\n")],
    "assert": [in_base("void f() { assert(true); }\n")],
    "using-namespace": [in_base("using namespace std;\n")],
    "skipped-test": [
        {"tests/unit/base/thing_test.cc": "TEST(Thing, DISABLED_Doubles) {}\n"},
        {"tests/unit/base/thing_test.cc": "TEST(Thing, Doubles) { GTEST_SKIP(); }\n"},
    ],
    "unordered": [in_commands("std::unordered_map<int, int> seen;\n")],
    "swallow": [in_base("void f() { try { g(); } catch (...) { h(); } }\n")],
    "mark": [in_base("// TODO: more\n"), {"README.md": "FIXME\n"}],
    "machine-path": [{"README.md": "see /work/notes\n"}, in_base('auto p = "/home/me/x";\n')],
    "function-length": [
        in_base("void f() {\n" + "  g();\n" * 59 + "}\n"),
        in_base("class A {\n int f(int x) const override {\n" + "  g({1});\n" * 60 + "}\n};\n"),
        in_base("A::A(int x) : x_{x}, y_(x) {\n" + "  g([] { h(); });\n" * 60 + "}\n"),
    ],
    "parameters": [
        in_base("void f(int a, int b, int c, int d, int e, int g);\n"),
        {"src/base/thing.h": HEADER + "struct A {\n  virtual int f(int a, int b, int c, int d,"
                             " std::pair<int, int> e, int g = 1) const = 0;\n};\n"},
    ],
    "file-length": [
        in_base("int a;\n" * 600),
        {"tests/unit/base/thing_test.cc": "int a;\n" * 901},
        {"ci/helper.py": "a = 1\n" * 601},
    ],
    "header-comment": [{"src/base/thing.h": "#pragma once\n"}],
    "pragma-once": [{"src/base/thing.h": "// What it is.\n#include <complex>\n#pragma once\n"}],
    "own-header-first": [{"src/base/thing.cc": '#include <complex>\n#include "base/thing.h"\n'}],
    "name": [
        in_base("int count_fields(int len);\n"),
        in_base("struct ScanCtx {};\n"),
        in_base("int tmpValue = 0;\n"),
    ],
    "not-built": [{"src/base/lost.cc": "int a;\n"}],
    "not-entered": [
        {"src/gc/CMakeLists.txt": "keemun_room(gc SOURCES sweep.cc)\n", "src/gc/sweep.cc": "int a;\n"}
    ],
    "not-included": [{"src/base/lost.h": HEADER}],
    "unused-include": [in_base("#include <vector>\n"), in_base("#include <map>\n// std::map\n")],
    "empty": [{"src/base/notes.txt": "\n"}],
}


def rules_of(files):
    return [violation.rule for violation in violations_of(Tree({**CLEAN, **files}))]


class Tidy(unittest.TestCase):
    def test_a_clean_tree_has_no_violation(self):
        self.assertEqual(violations_of(Tree(CLEAN)), [])

    def test_a_comment_may_end_in_a_quotation_mark(self):
        header = '// Parses "a key"\n#pragma once\n'
        self.assertEqual(rules_of({"src/base/thing.h": header}), [])

    def test_harmless_code_has_no_violation(self):
        for what, code in HARMLESS.items():
            with self.subTest(what):
                self.assertEqual(violations_of(Tree({**CLEAN, **in_base(code)})), [])

    def test_each_planted_violation_is_found_and_nothing_else(self):
        for rule, plants in PLANTED.items():
            for files in plants:
                with self.subTest(rule, files=files):
                    self.assertEqual(rules_of(files), [rule])

    def test_an_arrow_that_nobody_goes_is_found(self):
        may_see = {"base": "", "runtime": "", "commands": "base", "sim": "base", "tests": "base"}
        here = {"ci/tidy_checks/arrows.py": "a = 1\n"}
        with unittest.mock.patch.dict(arrows.MAY_SEE, {**may_see, "sim": "base commands"}, clear=True):
            (violation,) = violations_of(Tree({**CLEAN, **here}))
        self.assertEqual((violation.rule, violation.message), ("unused-arrow", "no file of sim sees commands"))
        with unittest.mock.patch.dict(arrows.MAY_SEE, may_see, clear=True):
            self.assertNotIn("unused-arrow", rules_of(here))

    def test_every_rule_has_a_planted_violation(self):
        sources = "".join(pathlib.Path(kind.__file__).read_text() for kind in KINDS)
        written = re.findall(r'Violation\([^,]+,[^"]+?"([a-z-]+)",', sources)
        rules = {rule.name for rule in words.RULES} | {rule[0] for rule in words.TEXT_RULES}
        self.assertEqual(rules | set(written), {*PLANTED, "unused-arrow"})

    def test_the_arrows_have_no_cycle(self):
        settled = set()
        while len(settled) < len(arrows.MAY_SEE):
            free = {room for room, seen in arrows.MAY_SEE.items() if set(seen.split()) <= settled}
            self.assertGreater(len(free), len(settled), "a cycle among the rest")
            settled = free

    def test_a_violation_names_its_line(self):
        files = in_base("\n\nvoid f() {\n  std::mutex mutex;\n}\n")
        (violation,) = violations_of(Tree({**CLEAN, **files}))
        self.assertEqual(str(violation).split(": ")[:2], ["src/base/thing.cc:5", "thread"])

    def test_a_file_that_clang_format_lays_out_otherwise_is_found(self):
        with tempfile.TemporaryDirectory() as root:
            shutil.copy(ROOT / ".clang-format", root)
            pathlib.Path(root, "well.h").write_text("int twice(int value);\n")
            pathlib.Path(root, "badly.h").write_text("int x;\nint  y;\nint  z;\n")
            (violation,) = badly_laid_out(root, ["well.h", "badly.h"])
        self.assertEqual(str(violation).split(": ")[:2], ["badly.h:2", "layout"])

    def test_a_file_that_clang_format_cannot_read_is_trouble(self):
        with tempfile.TemporaryDirectory() as root, self.assertRaises(RuntimeError):
            badly_laid_out(root, ["gone.h"])

    def test_an_unordered_container_may_say_that_its_order_is_never_seen(self):
        files = in_commands("// order never seen\nstd::unordered_map<int, int> seen;\n")
        self.assertEqual(violations_of(Tree({**CLEAN, **files})), [])


if __name__ == "__main__":
    unittest.main()
