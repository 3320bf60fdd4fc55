package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a file, kept to be replayed again and again: a few bytes each. One entry for each entity and resource stays
 * in memory. Not thread-safe.
 */
final class Demand implements RowSink, Closeable {

    private final List<Take> takes;
    private final boolean answered;
    private final DemandLog log = new DemandLog();
    private final Map<Gauges.Bucket.Id, Integer> places = new HashMap<>();
    private final List<Gauges.Bucket.Id> buckets = new ArrayList<>();
    private Integer place = 0;
    private long rows;
    private long lastMillis;

    /** Who gets the rows again. */
    interface Visitor {

        /**
         * One row.
         *
         * @param row the same object for each row
         * @param bucket the place of its entity and resource, from 0
         * @return whether to go on
         */
        boolean visit(Row row, int bucket);
    }

    Demand(Columns columns) {
        this.takes = columns.takes();
        this.answered = columns.answer() != null;
    }

    /** How many rows there are. */
    long rows() {
        return rows;
    }

    /** How many entities on resources there are. */
    int buckets() {
        return buckets.size();
    }

    @Override
    public void check(Row row) throws BrokenRowException {
        Gauges.Bucket.Id id = new Gauges.Bucket.Id(row.entity, row.resource);
        Integer known = places.get(id);
        if (known == null) {
            try {
                AcquireRequest.entity(row.entity).resource(row.resource);
            } catch (InvalidInputException e) {
                throw new BrokenRowException(e);
            }
            known = buckets.size();
            places.put(id, known);
            buckets.add(id);
        }
        place = known;
    }

    @Override
    public void accept(Row row, long nowMillis) {
        log.add(nowMillis - lastMillis);
        log.add(place);
        for (int i = 0; i < takes.size(); i++) {
            if (!(takes.get(i) instanceof Take.Fixed)) {
                log.add(row.amounts()[i]);
            }
        }
        if (answered) {
            log.add(row.outputTokens);
            log.add(row.totalTokens);
        }
        lastMillis = nowMillis;
        rows++;
    }

    /** Goes through all rows in their order, until the visitor has seen enough; each is at the time at which it counts. */
    void visit(Visitor visitor) {
        Row row = new Row(takes.size());
        row.answered = answered;
        boolean[] varies = new boolean[takes.size()];
        for (int i = 0; i < varies.length; i++) {
            if (takes.get(i) instanceof Take.Fixed fixed) {
                row.amounts()[i] = fixed.amount();
            } else {
                varies[i] = true;
            }
        }
        try (DemandLog.Numbers numbers = log.read()) {
            boolean more = true;
            for (long i = 0; i < rows && more; i++) {
                row.millis += numbers.next();
                int bucket = (int) numbers.next();
                for (int j = 0; j < varies.length; j++) {
                    if (varies[j]) {
                        row.amounts()[j] = numbers.next();
                    }
                }
                if (answered) {
                    row.outputTokens = numbers.next();
                    row.totalTokens = numbers.next();
                }
                more = visitor.visit(row, bucket);
            }
        }
    }

    /** Puts all rows to a policy, as the file itself would have. */
    void replay(RowSink sink) {
        visit((row, bucket) -> {
            row.entitySlot = bucket & (NameCache.SLOTS - 1);
            row.entity = buckets.get(bucket).entity();
            row.resource = buckets.get(bucket).resource();
            try {
                sink.check(row);
            } catch (BrokenRowException e) {
                throw new IllegalStateException("this row was fine before: " + e.reason(), e);
            }
            sink.accept(row, row.millis);
            return true;
        });
    }

    @Override
    public void close() {
        log.close();
    }
}
