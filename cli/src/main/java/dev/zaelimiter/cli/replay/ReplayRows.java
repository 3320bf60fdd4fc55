package dev.zaelimiter.cli.replay;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a file, kept to be replayed again and again: a few bytes each. One entry for each entity and resource
 * stays in memory. Not thread-safe.
 */
final class ReplayRows implements RowSink, Closeable {

    private final List<Take> takes;
    private final boolean answered;
    private final NumberLog log = new NumberLog();
    private final Map<EntityResource, Integer> bucketNumbers = new HashMap<>();
    private final List<EntityResource> buckets = new ArrayList<>();
    private long rows;
    private long lastMillis;

    /** Who gets the rows again. */
    interface Visitor {

        /**
         * One row.
         *
         * @param row the same object for each row
         * @param bucket the number of its entity and resource, from 0
         * @return whether to go on
         */
        boolean visit(Row row, int bucket);
    }

    ReplayRows(Columns columns) {
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

    /** Who has a number, and on what. */
    EntityResource bucket(int number) {
        return buckets.get(number);
    }

    @Override
    public void check(String entity, String resource) throws BrokenRowException {
        RowNames.check(entity, resource);
    }

    @Override
    public void accept(RowBatch batch) {
        Row row = batch.newRow();
        int[] bucketOfPlace = new int[batch.places()];
        for (int place = 0; place < bucketOfPlace.length; place++) {
            bucketOfPlace[place] = bucket(batch.entity(place), batch.resource(place));
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.read(i, row);
            add(row, bucketOfPlace[batch.place(i)]);
        }
    }

    private int bucket(String entity, String resource) {
        EntityResource id = new EntityResource(entity, resource);
        Integer known = bucketNumbers.putIfAbsent(id, buckets.size());
        if (known == null) {
            buckets.add(id);
        }
        return known == null ? buckets.size() - 1 : known;
    }

    private void add(Row row, int bucket) {
        log.add(row.millis - lastMillis);
        log.add(bucket);
        for (int i = 0; i < takes.size(); i++) {
            if (!(takes.get(i) instanceof Take.Fixed)) {
                log.add(row.amounts()[i]);
            }
        }
        if (answered) {
            log.add(row.outputTokens);
            log.add(row.totalTokens);
        }
        lastMillis = row.millis;
        rows++;
    }

    /**
     * Goes through all rows in their order, until the visitor has seen enough; each is at the time at which it counts.
     */
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
        try (NumberLog.Numbers numbers = log.read()) {
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

    /**
     * Puts all rows to a policy, as the file itself would have.
     *
     * @param sink the policy
     * @param progress who is told of each row
     */
    void replay(RowSink sink, Progress progress) {
        RowBatch batch = new RowBatch(takes, answered);
        visit((row, bucket) -> {
            progress.row();
            row.entity = buckets.get(bucket).entity();
            row.resource = buckets.get(bucket).resource();
            int known = batch.find(row);
            batch.add(known < 0 ? batch.addPlace(row) : known, row, row.millis);
            if (batch.isFull()) {
                passOn(batch, sink);
            }
            return true;
        });
        if (batch.size() > 0) {
            passOn(batch, sink);
        }
    }

    private static void passOn(RowBatch batch, RowSink sink) {
        batch.group();
        sink.accept(batch);
        batch.clear();
    }

    @Override
    public void close() {
        log.close();
    }
}
