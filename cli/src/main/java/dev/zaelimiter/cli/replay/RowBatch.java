package dev.zaelimiter.cli.replay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Some rows of a file in their order, and the same rows by groups of entities.
 *
 * <p>What is known of ten thousand buckets is far more than a processor's cache holds, and rows jump from one bucket to
 * another: most of the time would go into waiting for memory. One group's buckets fit. Since no bucket has to do with
 * another, a batch can be worked off group by group, each in the order of its rows, and the outcome is the same.
 *
 * <p>Not thread-safe.
 */
final class RowBatch {

    /** Into how many groups entities fall; a power of two, at most 128. */
    static final int GROUPS = 64;

    /** Enough for each of ten thousand entities to come fifty times. */
    private static final int MOST_ROWS = 1 << 19;

    /** Where many limits take what columns say, there are fewer rows. */
    private static final int MOST_AMOUNTS = 2 * MOST_ROWS;

    /** Enough for {@link #MOST_ROWS}; what is left of 64 bits is more than any time takes. */
    private static final int INDEX_BITS = 20;

    private static final int FEWEST_PLACES = 1_024;

    /** A power of two; four bytes each, which leaves them in a processor's cache. */
    private static final int HINTS = 1 << 16;

    private final boolean answered;
    private final long[] fixed;
    private final int[] varying;
    private final long[] millis;
    private final int[] places;
    private final long[] amounts;
    private final long[] outputTokens;
    private final long[] totalTokens;
    private final int[] byGroup;
    private final int[] ends = new int[GROUPS];
    private int size;

    private final Map<EntityResource, Integer> placeOf = new HashMap<>();
    private final EntityResource wanted = new EntityResource();
    private String[] entities = new String[FEWEST_PLACES];
    private String[] resources = new String[FEWEST_PLACES];
    private byte[] groups = new byte[FEWEST_PLACES];
    private int placesUsed;

    /**
     * By a row's hash, the place that the last one with it had. A place is what it says it is only if it holds the very
     * names of the row, so a hint may be old or another's: then the map is asked, which equal hashes can't slow down.
     */
    private final int[] hints = new int[HINTS];

    /**
     * An empty batch.
     *
     * @param takes what each limit takes of a row
     * @param answered what {@link Row#answered} is for each row
     */
    RowBatch(List<Take> takes, boolean answered) {
        this.answered = answered;
        this.fixed = new long[takes.size()];
        int[] varies = new int[takes.size()];
        int count = 0;
        for (int i = 0; i < takes.size(); i++) {
            if (takes.get(i) instanceof Take.Fixed take) {
                fixed[i] = take.amount();
            } else {
                varies[count++] = i;
            }
        }
        this.varying = Arrays.copyOf(varies, count);
        int most = Math.min(MOST_ROWS, MOST_AMOUNTS / Math.max(1, count));
        this.millis = new long[most];
        this.places = new int[most];
        this.amounts = new long[most * count];
        this.outputTokens = new long[answered ? most : 0];
        this.totalTokens = new long[answered ? most : 0];
        this.byGroup = new int[most];
    }

    /** The group of an entity, 0 to {@link #GROUPS} exclusive. */
    static int groupOf(String entity) {
        int hash = entity.hashCode() * 0x9E3779B9;
        return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(GROUPS));
    }

    /** How many rows there are. */
    int size() {
        return size;
    }

    /** Whether there is room for no more rows. */
    boolean isFull() {
        return size == millis.length;
    }

    /** How many places there are: one for each entity on a resource. */
    int places() {
        return placesUsed;
    }

    /** The place of a row's entity and resource, or -1 if there is none. */
    int find(Row row) {
        int hinted = hints[hintOf(row)];
        if (isOf(hinted, row)) {
            return hinted;
        }
        Integer place = placeOf.get(wanted.of(row.entity, row.resource));
        if (place == null) {
            return -1;
        }
        hints[hintOf(row)] = place;
        return place;
    }

    @SuppressWarnings("ReferenceEquality") // other objects of the same names are found in the map
    private boolean isOf(int place, Row row) {
        return place < placesUsed && entities[place] == row.entity && resources[place] == row.resource;
    }

    private static int hintOf(Row row) {
        int hash = (row.entity.hashCode() * 31 + row.resource.hashCode()) * 0x9E3779B9;
        return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(HINTS));
    }

    /** Makes a place for a row's entity and resource, which have none. */
    int addPlace(Row row) {
        if (placesUsed == entities.length) {
            entities = Arrays.copyOf(entities, 2 * placesUsed);
            resources = Arrays.copyOf(resources, 2 * placesUsed);
            groups = Arrays.copyOf(groups, 2 * placesUsed);
        }
        entities[placesUsed] = row.entity;
        resources[placesUsed] = row.resource;
        groups[placesUsed] = (byte) groupOf(row.entity);
        placeOf.put(new EntityResource(row.entity, row.resource), placesUsed);
        hints[hintOf(row)] = placesUsed;
        return placesUsed++;
    }

    /**
     * Adds a row at the end of a batch that is not full.
     *
     * @param place of its entity and resource
     * @param row copied
     * @param nowMillis when it came; {@link #sortByTime} is for rows that come earlier than the row before
     */
    void add(int place, Row row, long nowMillis) {
        millis[size] = nowMillis;
        places[size] = place;
        for (int i = 0; i < varying.length; i++) {
            amounts[size * varying.length + i] = row.amounts()[varying[i]];
        }
        if (answered) {
            outputTokens[size] = row.outputTokens;
            totalTokens[size] = row.totalTokens;
        }
        size++;
    }

    /**
     * Puts the rows in the order of their times.
     *
     * @param newestFirst whether the file runs backwards, so that of one instant the last row came first; else those
     *     stay as they are
     */
    void sortByTime(boolean newestFirst) {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = millis[i] << INDEX_BITS | (newestFirst ? size - 1 - i : i);
        }
        Arrays.sort(keys);
        int width = varying.length;
        int[] placesBefore = Arrays.copyOf(places, size);
        long[] amountsBefore = Arrays.copyOf(amounts, size * width);
        long[] outputBefore = Arrays.copyOf(outputTokens, answered ? size : 0);
        long[] totalBefore = Arrays.copyOf(totalTokens, answered ? size : 0);
        for (int i = 0; i < size; i++) {
            int index = (int) (keys[i] & (1 << INDEX_BITS) - 1);
            int from = newestFirst ? size - 1 - index : index;
            millis[i] = keys[i] >>> INDEX_BITS;
            places[i] = placesBefore[from];
            System.arraycopy(amountsBefore, from * width, amounts, i * width, width);
            if (answered) {
                outputTokens[i] = outputBefore[from];
                totalTokens[i] = totalBefore[from];
            }
        }
    }

    /** Finds the rows of each group; once all rows are there. */
    void group() {
        Arrays.fill(ends, 0);
        for (int i = 0; i < size; i++) {
            ends[groups[places[i]]]++;
        }
        for (int group = 1; group < GROUPS; group++) {
            ends[group] += ends[group - 1];
        }
        for (int i = size - 1; i >= 0; i--) {
            byGroup[--ends[groups[places[i]]]] = i;
        }
        // Each was counted down to its beginning, which is where the one before it ends.
        System.arraycopy(ends, 1, ends, 0, GROUPS - 1);
        ends[GROUPS - 1] = size;
    }

    /** Empties it. */
    void clear() {
        size = 0;
        Arrays.fill(entities, 0, placesUsed, "");
        Arrays.fill(resources, 0, placesUsed, "");
        placeOf.clear();
        placesUsed = 0;
    }

    /** The group of a row. */
    int group(int index) {
        return groups[places[index]];
    }

    /** Where a group begins in {@link #inGroup}. */
    int start(int group) {
        return group == 0 ? 0 : ends[group - 1];
    }

    /** Where a group ends in {@link #inGroup}. */
    int end(int group) {
        return ends[group];
    }

    /** The index of a row; from {@link #start} to {@link #end} in the order of the file. */
    int inGroup(int position) {
        return byGroup[position];
    }

    /** When a row counts as having come. */
    long millis(int index) {
        return millis[index];
    }

    /** The place of a row's entity and resource, 0 to {@link #places} exclusive. */
    int place(int index) {
        return places[index];
    }

    String entity(int place) {
        return entities[place];
    }

    String resource(int place) {
        return resources[place];
    }

    /** A row for {@link #read}. */
    Row newRow() {
        Row row = new Row(fixed.length);
        System.arraycopy(fixed, 0, row.amounts(), 0, fixed.length);
        row.answered = answered;
        return row;
    }

    /** Fills in a row; its time is that at which it counts as having come, and its names are those of its place. */
    void read(int index, Row row) {
        row.millis = millis[index];
        for (int i = 0; i < varying.length; i++) {
            row.amounts()[varying[i]] = amounts[index * varying.length + i];
        }
        if (answered) {
            row.outputTokens = outputTokens[index];
            row.totalTokens = totalTokens[index];
        }
    }
}
