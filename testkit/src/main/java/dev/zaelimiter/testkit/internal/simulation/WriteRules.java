package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;

/** What holds of the ids of writes: one id, one content; and what holds a refund lands once. */
final class WriteRules {

    private final Oracle oracle;
    private final Map<String, Known> known = new HashMap<>();

    WriteRules(Oracle oracle) {
        this.oracle = oracle;
    }

    /** What is known of one id of one client. */
    private static final class Known {
        private final Map<String, Long> content;
        private final Map<String, Long> debits;
        private final long firstSentNanos;
        private int landed;

        private Known(Map<String, Long> content, Map<String, Long> debits, long firstSentNanos) {
            this.content = content;
            this.debits = debits;
            this.firstSentNanos = firstSentNanos;
        }
    }

    /** Corrections that were waiting to be written, in millitokens. */
    interface OpenDebits {
        long of(String limit);
    }

    void sent(Sent sent, OpenDebits debits) {
        long wid = Written.wid(sent.write());
        if (wid == 0) {
            return;
        }
        Map<String, Long> content = Written.consumption(sent.write());
        Known before = known.get(id(sent, wid));
        if (before == null) {
            Map<String, Long> open = new HashMap<>();
            content.keySet().forEach(limit -> open.put(limit, debits.of(limit)));
            known.put(id(sent, wid), new Known(content, open, sent.nanos()));
        } else if (!before.content.equals(content)) {
            oracle.violated(
                    "one-id-two-contents",
                    sent.client() + " sent " + wid + " with " + before.content + " and with " + content);
        }
    }

    void landed(Sent sent) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        if (write != null
                && ++write.landed > 1
                && write.content.values().stream().anyMatch(amount -> amount < 0)) {
            oracle.violated("refund-twice", "landed twice: " + Written.describe(sent.write()));
        }
    }

    /** What a write may hold of corrections, which are never refused: the late one of two as well. */
    long debits(Sent sent, String limit) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        return write == null ? 0 : write.debits.getOrDefault(limit, 0L);
    }

    long firstSentNanos(Sent sent) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        return write == null ? sent.nanos() : write.firstSentNanos;
    }

    private static String id(Sent sent, long wid) {
        return sent.client() + " " + wid + " " + sent.write().key().pk();
    }
}
