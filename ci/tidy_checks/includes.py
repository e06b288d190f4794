"""Unused includes of the standard library: a file names a header and nothing that is in it.

A table of headers, and of names by which a file shows that it needs one; a header that is not in
the table is nobody's business here.
"""

import re

from tidy_checks.tree import Violation

NAMES = {
    "algorithm": (
        r"std::(min|max|clamp|sort|stable|find|any_of|all_of|none_of|count|copy|fill|transform|lower|"
        r"upper|equal|remove|unique|reverse|rotate|search|mismatch|binary|nth|partial_sort|merge|"
        r"includes|set_|for_each|generate|is_sorted|adjacent|lexicographical|swap_ranges|max_element|"
        r"minmax|shuffle|replace|heap|push_heap|pop_heap|make_heap|partition|partition_point|iter_swap|"
        r"move_backward|sample|ranges)"
    ),
    "array": r"std::(array|to_array)|array<",
    "atomic": r"atomic",
    "bit": r"std::(bit_cast|popcount|countl|countr|bit_width|bit_ceil|has_single|endian|bit_floor)",
    "cerrno": r"errno|E[A-Z]{3,}",
    "chrono": r"chrono",
    "cmath": (
        r"std::(isnan|isinf|signbit|floor|ceil|pow|sqrt|abs|fabs|llround|lround|round|log|exp|sin|cos|"
        r"atan|asin|fmod|modf|nextafter|ldexp|frexp|trunc|copysign|isfinite|tan|rint|llrint|nearbyint)|HUGE_VAL|"
        r"INFINITY|\bNAN\b|M_PI|(?<![\w:])(floor|sqrt|fabs|pow|log)\("
    ),
    "compare": r"<=>|ordering",
    "concepts": r"concept|same_as|convertible|integral|invocable",
    "condition_variable": r"condition_variable",
    "cstddef": r"\bsize_t|ptrdiff_t|std::byte|nullptr_t|max_align",
    "cstdint": r"u?int(8|16|32|64|ptr)_t|uintmax_t",
    "cstdio": r"printf|FILE|fopen|std::remove|rename|stderr",
    "cstdlib": r"std::(abort|exit|getenv|strto|ato|abs|malloc|free|llabs|div)|mkdtemp|EXIT_|_exit|strto",
    "cstring": r"mem(cpy|cmp|set|chr|move)|str(len|cmp|str|error|ncmp|chr|signal|dup|ncpy|cpy)",
    "ctime": r"time_t|gmtime|localtime|strftime|tm\b|std::time|timespec",
    "deque": r"deque",
    "exception": r"std::exception|uncaught|current_exception|exception_ptr|rethrow",
    "filesystem": r"filesystem",
    "fstream": r"[io]?fstream",
    "functional": r"std::(function|less|equal_to|hash|ref|greater|invoke)\b",
    "initializer_list": r"initializer_list",
    "iterator": (
        r"std::(begin|end|size|next|prev|distance|back_inserter|inserter|advance|make_move|"
        r"reverse_iterator|ostream_iterator|istreambuf|data|ssize|istream_iterator|make_reverse)"
    ),
    "limits": r"numeric_limits",
    "list": r"std::list",
    "map": r"std::(multi)?map|map<",
    "memory": (
        r"(unique|shared|weak)_ptr|make_unique|make_shared|addressof|construct_at|destroy_at|"
        r"std::allocator|enable_shared|uninitialized"
    ),
    "mutex": r"mutex|lock_guard|unique_lock",
    "numeric": r"accumulate|iota|partial_sum|std::gcd|reduce|midpoint",
    "optional": r"\boptional\b|nullopt",
    "queue": r"queue",
    "random": r"random_device|mt19937|seed_seq|distribution",
    "ranges": r"views::|ranges::",
    "set": r"std::(multi)?set|set<",
    "span": r"\bspan\b",
    "sstream": r"stringstream|stringbuf",
    "stdexcept": r"runtime_error|invalid_argument|logic_error|out_of_range",
    "string": r"std::(string|to_string|sto|getline)|Bytes",
    "string_view": r"string_view|BytesView|sv\b",
    "thread": r"thread",
    "tuple": r"tuple|std::tie",
    "type_traits": (
        r"is_[a-z_]+_v|decay|remove_|conditional_t|enable_if|underlying_type|type_identity|invoke_result"
    ),
    "unordered_map": r"unordered_map",
    "unordered_set": r"unordered_set",
    "utility": (
        r"std::(move|exchange|pair|swap|forward|as_const|make_pair|index_sequence|in_place|piecewise|"
        r"to_underlying|declval|make_index)"
    ),
    "variant": r"variant|std::visit|get_if|holds_alternative|std::monostate",
    "vector": r"std::vector|vector<",
}
NAMED = {header: re.compile(pattern) for header, pattern in NAMES.items()}


def check(tree):
    for file in tree.cpp:
        code = "\n".join(line for line in file.code_lines if "#include" not in line)
        for line, header, is_quoted in file.includes:
            if is_quoted or header not in NAMED or NAMED[header].search(code):
                continue
            yield Violation(file.path, line, "unused-include", f"nothing of <{header}> is named here")
