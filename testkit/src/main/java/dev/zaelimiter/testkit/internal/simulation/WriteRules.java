package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What holds of the ids of writes: one id, one content; and what holds a refund lands once. */
final class WriteRules {

    private final Oracle oracle;
    private final long patienceNanos;
    private final Map<Id, Known> known = new HashMap<>();

    WriteRules(Oracle oracle, long patienceNanos) {
        this.oracle = oracle;
        this.patienceNanos = patienceNanos;
    }

    /** What is known of one id of one client. */
    private static final class Known {
        private final Map<String, Long> content;
        private final Map<String, Long> debits;
        private final long firstSentNanos;
        private int landed;
        private final Map<String, Long> unheard = new HashMap<>();
        private @Nullable Sent together;
        private boolean refused;
        private boolean excused;

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
        Id id = id(sent, wid);
        Known before = known.get(id);
        if (before == null) {
            Map<String, Long> open = new HashMap<>();
            content.keySet().forEach(limit -> open.put(limit, debits.of(limit)));
            known.put(id, new Known(content, open, sent.nanos()));
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

    /** A write has landed of which its client does not hear. */
    void unheard(Sent sent, String limit, long milli) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        if (write != null) {
            write.unheard.merge(limit, milli, Long::sum);
        }
    }

    /** Its client has heard now that it landed. */
    void heard(Sent sent, BiConsumer<String, Long> of) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        if (write != null) {
            write.unheard.forEach(of);
            write.unheard.clear();
        }
    }

    /** Its client has heard that it did not land: what lands of it later is lost without a word. */
    void heardRefused(Sent sent) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        if (write != null) {
            write.refused = true;
        }
    }

    /**
     * It has landed as one of several in a transaction, of which a client must learn in the end, if it asks in time.
     */
    void together(Sent sent, long nowNanos) {
        Known write = known.get(id(sent, Written.wid(sent.write())));
        if (write != null) {
            write.together = sent;
            write.excused |= write.refused || nowNanos - write.firstSentNanos > patienceNanos;
        }
    }

    /** Somebody who hears what was taken in a transaction without its client ever learning of it. */
    interface Unexcused {
        void of(Sent sent, String limit, long milli);
    }

    void unexcused(Unexcused told) {
        for (Known write : known.values()) {
            Sent sent = write.together;
            if (sent != null && !write.excused) {
                write.unheard.forEach((limit, milli) -> told.of(sent, limit, milli));
                write.unheard.clear();
            }
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

    private static Id id(Sent sent, long wid) {
        return new Id(sent.client(), wid, sent.write().key().pk());
    }

    /** Of whom a write is, and where it goes. */
    private record Id(String client, long wid, String pk) {}
}
