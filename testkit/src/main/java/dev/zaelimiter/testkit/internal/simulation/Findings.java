package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which laws were broken: the first breach of each in words, and how often each was. */
final class Findings {

    private static final int ENOUGH = 5;
    /** Whoever breaks one law so often is not going to stop. */
    private static final int OFTEN = 300;

    private final List<Violation> first = new ArrayList<>();
    private final Map<String, Integer> breaches = new TreeMap<>();
    private boolean often;

    void add(String rule, String what) {
        int times = breaches.merge(rule, 1, Integer::sum);
        often |= times >= OFTEN;
        if (times == 1) {
            first.add(new Violation(rule, what));
        }
    }

    /** The first breach of each law. */
    List<Violation> violations() {
        return List.copyOf(first);
    }

    /** How often each law was broken. */
    Map<String, Integer> breaches() {
        return breaches;
    }

    /** Whether so much is broken that nothing more is to be learned. */
    boolean enough() {
        return often || first.size() >= ENOUGH;
    }
}
