"""What ci/tidy checks: one file per kind of rule, each with check(tree) that yields violations."""

from tidy_checks import arrows, includes, names, reach, shape, words

KINDS = (arrows, words, shape, names, reach, includes)


def violations_of(tree):
    return sorted(violation for kind in KINDS for violation in kind.check(tree))
