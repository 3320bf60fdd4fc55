package dev.zaelimiter.internal.schema;

import org.jspecify.annotations.Nullable;

/** The names of the attributes of one limit in a bucket's item. Immutable. */
final class LimitAttributes {

    private static final String PREFIX = "b_";
    private static final String CAPACITY = "_cp";

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

    /** The limit whose capacity an attribute holds, or null if it holds something else. */
    static @Nullable LimitAttributes ofCapacity(String attribute) {
        boolean capacity = attribute.startsWith(PREFIX)
                && attribute.endsWith(CAPACITY)
                && attribute.length() > PREFIX.length() + CAPACITY.length();
        return capacity
                ? new LimitAttributes(attribute.substring(PREFIX.length(), attribute.length() - CAPACITY.length()))
                : null;
    }
}
