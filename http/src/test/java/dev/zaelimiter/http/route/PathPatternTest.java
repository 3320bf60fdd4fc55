package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which patterns overlap, and which cover others. */
class PathPatternTest {

    /** What the patterns say of each other is what random paths show. */
    @Test
    void patterns_overlapAndInclusion_agreeWithRandomPaths() {
        Random random = new Random(19);
        String[] parts = {"a", "b", "*", "{x}"};
        for (int i = 0; i < 3_000; i++) {
            PathPattern one = PathPattern.parse(anyPattern(random, parts));
            PathPattern two = PathPattern.parse(anyPattern(random, parts));
            boolean both = false;
            boolean all = true;
            for (List<String> path : PATHS) {
                boolean fitsOne = one.match(path) != null;
                boolean fitsTwo = two.match(path) != null;
                both |= fitsOne && fitsTwo;
                all &= !fitsTwo || fitsOne;
            }
            assertThat(one.overlaps(two)).as("%s and %s", one, two).isEqualTo(both);
            assertThat(one.includes(two)).as("%s over %s", one, two).isEqualTo(all);
        }
    }

    /** Every path of up to five segments out of three, which is longer than any pattern. */
    private static final List<List<String>> PATHS = paths();

    private static List<List<String>> paths() {
        List<List<String>> paths = new ArrayList<>(List.of(List.of()));
        int from = 0;
        for (int length = 1; length <= 5; length++) {
            int to = paths.size();
            for (int i = from; i < to; i++) {
                for (String segment : List.of("a", "b", "c")) {
                    List<String> longer = new ArrayList<>(paths.get(i));
                    longer.add(segment);
                    paths.add(longer);
                }
            }
            from = to;
        }
        return paths;
    }

    private static String anyPattern(Random random, String[] parts) {
        StringBuilder pattern = new StringBuilder();
        int variables = 0;
        for (int i = random.nextInt(4); i > 0; i--) {
            String part = parts[random.nextInt(parts.length)];
            pattern.append('/').append(part.equals("{x}") ? "{x" + variables++ + "}" : part);
        }
        if (random.nextInt(3) == 0) {
            pattern.append("/**");
        }
        return pattern.length() == 0 ? "/" : pattern.toString();
    }
}
