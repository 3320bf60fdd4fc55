package dev.zaelimiter.tests.docs;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Something wrong at a place of the documentation.
 *
 * @param page the file, from the root of the repository
 * @param line counted from 1
 * @param what what is wrong
 */
record Problem(String page, int line, String what) {

    /** Fails with all problems, one a line, each as {@code file:line: what}. */
    static void failOn(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw new AssertionError(
                    problems.stream().map(Problem::toString).collect(Collectors.joining("\n", "\n", "\n")));
        }
    }

    @Override
    public String toString() {
        return page + ":" + line + ": " + what;
    }
}
