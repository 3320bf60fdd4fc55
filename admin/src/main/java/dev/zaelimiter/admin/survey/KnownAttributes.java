package dev.zaelimiter.admin.survey;

import java.util.Set;
import java.util.regex.Pattern;

/** Attributes of buckets and levels that either system is known to write. */
final class KnownAttributes {

    private static final Pattern KEYS = Pattern.compile("PK|SK|GSI[1-4][PS]K|LSI[1-5]SK");
    private static final Set<String> OF_BUCKETS = Set.of(
            "entity_id",
            "resource",
            "rf",
            "shard_count",
            "cascade",
            "parent_id",
            "pgen",
            "pinc",
            "ttl",
            "vu",
            "bypass",
            "disabled",
            "sched",
            "rsched",
            "sched_tz",
            "wid",
            "lv",
            "gone",
            "ctl");
    private static final Pattern OF_A_BUCKETS_LIMIT =
            Pattern.compile("b_.+_(tk|cp|ra|rp|tc|rm|bx|soft|sched|rsched|gc|tu|rn|rsa|ws|wa|wtc)");
    private static final Set<String> OF_LEVELS = Set.of(
            "entity_id",
            "resource",
            "config_version",
            "on_unavailable",
            "disabled",
            "cascade",
            "sched_tz",
            "seal",
            "gone",
            "ttl",
            "audit_retention_days",
            "updated_at",
            "created_at");
    private static final Pattern OF_A_LEVELS_LIMIT = Pattern.compile("[lw]_.+_(cp|ra|rp|bx|soft|sched|rsched|rsa)");

    private KnownAttributes() {}

    static boolean inBucket(String attribute) {
        return known(attribute, OF_BUCKETS, OF_A_BUCKETS_LIMIT);
    }

    static boolean inLevel(String attribute) {
        return known(attribute, OF_LEVELS, OF_A_LEVELS_LIMIT);
    }

    private static boolean known(String attribute, Set<String> names, Pattern ofALimit) {
        return names.contains(attribute)
                || ofALimit.matcher(attribute).matches()
                || KEYS.matcher(attribute).matches();
    }
}
