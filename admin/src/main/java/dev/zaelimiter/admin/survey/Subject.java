package dev.zaelimiter.admin.survey;

/** What is looked for in items, in the order in which it is told. */
enum Subject {
    SCHEDULES(
            "schedules",
            Verdict.REFUSED,
            "other numbers at some minutes. An acquire that such a level decides for fails here, and names it: give it limits"
                    + " that refill, or leave its callers with the Python system"),
    CALENDAR_QUOTAS(
            "calendar quotas",
            Verdict.REFUSED,
            "come back whole at a time of the calendar. An acquire that such a level decides for fails here, and names it"),
    SESSION_QUOTAS(
            "session quotas",
            Verdict.REFUSED,
            "come back whole some time after their first use. An acquire that such a level decides for fails here, and names"
                    + " it"),
    FOREIGN_BUCKETS(
            "buckets of such kinds",
            Verdict.REFUSED,
            "carry a schedule or a quota. They are left alone as a whole; setting limits that refill for the entity takes"
                    + " one over, with its balances"),
    CASCADE_POLICIES(
            "cascade policies",
            Verdict.DIFFERS,
            "say at a level whether parents are charged. An acquire fails here if one says other than the entity's record,"
                    + " and there is no bucket yet that says who is charged"),
    ALSO(
            "several resources in one acquire (also)",
            Verdict.UNSEEN,
            "leave nothing in a table: look for 'also=' in the code that calls. Here each resource is an acquire of its own"),
    SOFT_LIMITS("soft limits", Verdict.SAME, "understood by both from 0.17.0 on, by the same attributes"),
    SWITCHES("switches and bypasses", Verdict.SAME, "understood by both, told to live buckets by both"),
    STAMPS(
            "stamps on buckets",
            Verdict.SAME,
            "what is soft, bypassed or disabled, until when. Read by the Python system; here written for it where the table"
                    + " counts as shared"),
    DIVIDED(
            "shards of divided buckets",
            Verdict.DIFFERS,
            "of buckets that are divided. They stay divided: beside the Python system nothing is merged"),
    BURSTS("bursts of before 0.10", Verdict.SAME, "read as the ceiling of their limits"),
    OLD_BUCKETS(
            "buckets of before 0.9",
            Verdict.DIFFERS,
            "read by nobody any more, so their entities begin with a full bucket. 'upgrade' deletes them"),
    OLD_LIMITS(
            "limits of before 0.8",
            Verdict.FIRST,
            "one item for each, which the Python system's migrations alone read. Run its 'zae-limiter upgrade' first"),
    WITHOUT_NAMESPACE(
            "items of before there were namespaces",
            Verdict.FIRST,
            "found by nobody here. Run the Python system's 'zae-limiter upgrade' first, to its end"),
    PENDING(
            "applications of manifests broken off",
            Verdict.FIRST,
            "by the Python system's provisioner, half told to buckets. Let it finish: apply the manifest there once more"),
    MIGRATIONS("migrations broken off", Verdict.FIRST, "or at work. 'upgrade' goes on where it was"),
    DAMAGED_LEVELS(
            "damaged levels",
            Verdict.FIRST,
            "can't be read by anybody, and an acquire that they decide for fails. Set their limits again"),
    DAMAGED_BUCKETS(
            "damaged buckets", Verdict.FIRST, "can't be read. Repair or delete them; then they are made anew, full"),
    UNKNOWN_ATTRIBUTES("levels and buckets with unknown attributes", Verdict.SAME, "left as they are, by every write"),
    UNKNOWN_ITEMS("unknown items", Verdict.SAME, "left as they are"),
    DELETED_NAMESPACES(
            "namespaces that are deleted or being purged", Verdict.SAME, "may be recovered, or purged, from here too"),
    NAMESPACES("namespaces", Verdict.SAME, "in use; a process of ours names one of them, as there"),
    LEVELS("levels with limits or switches", Verdict.SAME, "read as they are", false),
    ENTITIES("entities", Verdict.SAME, "read as they are", false),
    BUCKETS("buckets", Verdict.SAME, "taken from as they are", false),
    OURS("buckets that this system has written", Verdict.SAME, "at any time since they were made", false),
    USAGE(
            "sums of usage",
            Verdict.SAME,
            "read as they are; windows of one kind are never mixed into another's item",
            false);

    private final String title;
    private final Verdict verdict;
    private final String detail;
    private final boolean listed;

    Subject(String title, Verdict verdict, String detail) {
        this(title, verdict, detail, true);
    }

    Subject(String title, Verdict verdict, String detail, boolean listed) {
        this.title = title;
        this.verdict = verdict;
        this.detail = detail;
        this.listed = listed;
    }

    String title() {
        return title;
    }

    /** Whether the places are told. */
    boolean isListed() {
        return listed;
    }

    Verdict verdict(long count) {
        return count == 0 && verdict != Verdict.UNSEEN ? Verdict.SAME : verdict;
    }

    String detail(long count) {
        return count == 0 && verdict != Verdict.UNSEEN ? Survey.NONE : detail;
    }
}
