package dev.zaelimiter.internal.schema;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The names of the attributes of one limit in a bucket's item. Immutable. */
final class LimitAttributes {

    private static final String PREFIX = "b_";
    private static final String CAPACITY = "_cp";
    private static final List<String> RATE = List.of(CAPACITY, "_ra", "_rp");

    final String limit;
    final String tk;
    final String cp;
    final String ra;
    final String rp;
    final String rm;
    final String tc;
    final String bx;

    LimitAttributes(String limit) {
        this.limit = limit;
        String prefix = PREFIX + limit;
        tk = prefix + "_tk";
        cp = prefix + CAPACITY;
        ra = prefix + "_ra";
        rp = prefix + "_rp";
        rm = prefix + "_rm";
        tc = prefix + "_tc";
        bx = prefix + "_bx";
    }

    /**
     * The limit of which an attribute tells the rate. A balance or a count alone is what an addition of another system
     * left after the limit was removed.
     */
    static Optional<String> limitOf(String attribute) {
        if (attribute.startsWith(PREFIX) && attribute.length() > PREFIX.length() + CAPACITY.length()) {
            for (String suffix : RATE) {
                if (attribute.endsWith(suffix)) {
                    return Optional.of(attribute.substring(PREFIX.length(), attribute.length() - suffix.length()));
                }
            }
        }
        return Optional.empty();
    }

    /** What a limit can't be without. */
    Stream<String> needed() {
        return Stream.of(tk, cp, ra, rp);
    }
}
