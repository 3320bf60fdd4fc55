package dev.zaelimiter.benchmarks.compare;

import java.util.Locale;

/** Who is compared. */
enum Contender {
    OURS("zae-limiter for Java", "ours", true),
    PYTHON("Python zae-limiter", "python", true),
    BARE("bare UpdateItem", "bare", true),
    MEMORY("zae-limiter for Java, in memory", "memory", false),
    BUCKET4J("Bucket4j, in memory", "bucket4j", false),
    RESILIENCE4J("Resilience4j, in memory", "resilience4j", false);

    private final String title;
    private final String word;
    private final boolean onTable;

    Contender(String title, String word, boolean onTable) {
        this.title = title;
        this.word = word;
        this.onTable = onTable;
    }

    /** For people. */
    String title() {
        return title;
    }

    /** In the kept figures, and as a class of charts. */
    String word() {
        return word;
    }

    /** Whether its state is in a table, which processes share. */
    boolean onTable() {
        return onTable;
    }

    static Contender of(String word) {
        for (Contender each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("nobody is called " + word.toLowerCase(Locale.ROOT));
    }
}
