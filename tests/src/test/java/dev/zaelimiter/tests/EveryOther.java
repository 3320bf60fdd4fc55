package dev.zaelimiter.tests;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Half of what is tried in CI, and the other half with other sources of the limiter; all with {@code -Dplanted=whole}.
 */
final class EveryOther {

    private EveryOther() {}

    static <T> Stream<T> of(Stream<T> all) {
        if ("whole".equals(System.getProperty("planted"))) {
            return all;
        }
        List<T> each = all.toList();
        int first = Math.floorMod(SeedOfSources.value(), 2);
        return IntStream.iterate(first, at -> at < each.size(), at -> at + 2).mapToObj(each::get);
    }
}
