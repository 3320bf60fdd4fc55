package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Enters the items that came with a file into an index when it is first used: most runs use one or two, or none. Writers
 * go on meanwhile, and enter what they write themselves, whether or not the backfill has come to it.
 *
 * <p>An item that nobody writes is where it was when its keys were collected. One that somebody has written meanwhile is
 * looked at again under the lock of its key, and was entered by its writer if it is elsewhere by now.
 */
final class Backfill {

    private final ConcurrentMap<Key, Cell> cells;
    private final Stripes stripes;
    private final String partitionAttribute;
    private final String sortAttribute;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean done;

    Backfill(ConcurrentMap<Key, Cell> cells, Stripes stripes, String partitionAttribute, String sortAttribute) {
        this.cells = cells;
        this.stripes = stripes;
        this.partitionAttribute = partitionAttribute;
        this.sortAttribute = sortAttribute;
        this.done = cells.isEmpty();
    }

    boolean isDone() {
        return done;
    }

    /** Comes back when all is entered, whoever does it. Not to be called under the lock of a key. */
    void into(OrderedIndex index) {
        if (done) {
            return;
        }
        lock.lock();
        try {
            if (!done) {
                // In order, so that each finds its place where the one before has just been.
                for (Position position : sortedPositions()) {
                    enter(position, index);
                }
                done = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Position> sortedPositions() {
        List<Position> positions = new ArrayList<>();
        Map<String, String> partitions = new HashMap<>();
        for (Cell cell : cells.values()) {
            String partition = cell.text(partitionAttribute);
            String sort = partition == null ? null : cell.text(sortAttribute);
            if (partition != null && sort != null) {
                String shared = partitions.putIfAbsent(partition, partition);
                positions.add(Position.of(shared == null ? partition : shared, sort, cell.key()));
            }
        }
        positions.sort(null);
        return positions;
    }

    private void enter(Position position, OrderedIndex index) {
        Key key = position.key();
        ReentrantLock keyLock = stripes.of(key);
        keyLock.lock();
        try {
            Cell cell = cells.get(key);
            if (cell != null && isAt(position, cell)) {
                index.put(position, cell);
            }
        } finally {
            keyLock.unlock();
        }
    }

    private boolean isAt(Position position, Cell cell) {
        return position.partition().equals(cell.text(partitionAttribute))
                && position.sort().equals(cell.text(sortAttribute));
    }
}
