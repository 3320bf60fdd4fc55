package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.StoreException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Counts what becomes of one batch. Safe for use by many threads. */
final class Tally {

    private static final int MOST_FAILURES = 10;

    private int usageWrites;
    private int duplicates;
    private int late;
    private int refills;
    private int divisions;
    private int archived;
    private int putAside;
    private int deadLetters;
    private final Set<String> failures = new TreeSet<>();
    private @Nullable BigInteger retryFrom;

    synchronized void usageWritten() {
        usageWrites++;
    }

    synchronized void duplicate() {
        duplicates++;
    }

    synchronized void late(int changes) {
        late += changes;
    }

    synchronized void refilled() {
        refills++;
    }

    synchronized void divided() {
        divisions++;
    }

    synchronized void archived(int events) {
        archived += events;
    }

    synchronized void putAside(int events) {
        putAside += events;
    }

    synchronized void deadLetter() {
        deadLetters++;
    }

    /** Something failed that need not come again. */
    synchronized void failed(String what, Throwable failure) {
        if (failures.size() < MOST_FAILURES) {
            failures.add(what + ": " + describe(failure));
        }
    }

    /** Something failed, so that what begins with this change must come again. */
    synchronized void failed(String what, Throwable failure, BigInteger from) {
        failed(what, failure);
        retryFrom = retryFrom == null ? from : retryFrom.min(from);
    }

    private static String describe(Throwable failure) {
        return failure instanceof StoreException
                ? failure.getClass().getSimpleName() + ": " + failure.getMessage()
                : failure.toString();
    }

    synchronized List<String> failures() {
        return new ArrayList<>(failures);
    }

    synchronized BatchOutcome outcome(int records, int counted, long lagMillis) {
        return new BatchOutcome(
                records,
                counted,
                usageWrites,
                duplicates,
                late,
                refills,
                divisions,
                archived,
                putAside,
                deadLetters,
                lagMillis,
                failures(),
                Optional.ofNullable(retryFrom));
    }
}
