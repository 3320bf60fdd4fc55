package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.StoredItem;
import dev.zaelimiter.store.PackedItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Enters the items into an index when it is first used: most runs use one or two, or none, and a bucket's places in all
 * of them take as much memory as its numbers. Writers go on meanwhile, and from the first use on enter what they write
 * themselves, whether or not the backfill has come to it.
 *
 * <p>An item that nobody writes is where it was when its keys were collected. An item that was written meanwhile is
 * read again under the lock of its key; if its place in the index has changed, its writer has entered it there.
 */
final class Backfill {

    private final Collection<Cell> cells;
    private final Stripes stripes;
    private final String partitionAttribute;
    private final String sortAttribute;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean begun;
    private volatile boolean done;

    /** Of all cells that there are when it begins; they are written by those who hold the locks of their keys. */
    Backfill(Collection<Cell> cells, Stripes stripes, String partitionAttribute, String sortAttribute) {
        this.cells = cells;
        this.stripes = stripes;
        this.partitionAttribute = partitionAttribute;
        this.sortAttribute = sortAttribute;
    }

    /** Whether the index is in use, so that writers have to keep it. To be asked under the lock of a key. */
    boolean hasBegun() {
        return begun;
    }

    boolean isDone() {
        return done;
    }

    /** Returns when all items are entered, by this thread or another. Not to be called under the lock of a key. */
    void into(OrderedIndex index) {
        if (done) {
            return;
        }
        lock.lock();
        try {
            if (!done) {
                begun = true;
                // Who did not see that yet has written by now, and is collected.
                stripes.passAll();
                // In order, so that each finds its place where the one before has just been.
                for (Place place : sortedPlaces()) {
                    enter(place, index);
                }
                done = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Place> sortedPlaces() {
        List<Place> places = new ArrayList<>();
        Map<String, String> partitions = new HashMap<>();
        for (Cell cell : cells) {
            Object seen = cell.state();
            String partition = cell.text(partitionAttribute);
            String sort = partition == null ? null : cell.text(sortAttribute);
            if (partition != null && sort != null) {
                String shared = partitions.putIfAbsent(partition, partition);
                Position position = Position.of(shared == null ? partition : shared, sort, cell.key());
                places.add(new Place(position, cell, seen));
            }
        }
        places.sort(Comparator.comparing(Place::position));
        return places;
    }

    private void enter(Place place, OrderedIndex index) {
        ReentrantLock keyLock = stripes.of(place.cell.key());
        keyLock.lock();
        try {
            if (isStillThere(place)) {
                index.put(place.position, place.cell);
            }
        } finally {
            keyLock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // whoever changes a cell puts another object into it
    private boolean isStillThere(Place place) {
        Cell cell = place.cell;
        // A transaction's images change without another object: by its flag.
        return (cell.state() == place.seen && (place.seen instanceof StoredItem || place.seen instanceof PackedItem))
                || (place.position.partition().equals(cell.text(partitionAttribute))
                        && place.position.sort().equals(cell.text(sortAttribute)));
    }

    /** Where an item was, and what was in its cell before that was looked at. */
    private record Place(
            Position position, Cell cell, @Nullable Object seen) {}
}
