package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.loadtest.internal.plan.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What was taken of each limit. Beyond so many limits the rest is counted together. Safe for use by many threads. */
final class BucketTally {

    static final String FILE = "buckets.jsonl";
    private static final int MOST = 10_000;

    private final Map<Place, Taken> places = new ConcurrentHashMap<>();
    private final Taken rest = new Taken();

    /** A limit of a bucket. */
    record Place(String entity, String resource, String limit) {}

    /** Tokens of one limit. */
    static final class Taken {

        private final LongAdder admitted = new LongAdder();
        private final LongAdder taken = new LongAdder();
        private final LongAdder settledUp = new LongAdder();

        void granted(long tokens) {
            admitted.add(tokens);
        }

        /** A lease has ended, which was granted that much and held this. */
        void ended(long granted, long held) {
            taken.add(held);
            if (held > granted) {
                settledUp.add(held - granted);
            }
        }
    }

    /** Where the tokens of a request are counted, in the order of its limits. */
    Taken[] of(AcquireRequest request) {
        Taken[] found = new Taken[request.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = of(new Place(request.entity(), request.resource(), request.limit(i)));
        }
        return found;
    }

    private Taken of(Place place) {
        Taken known = places.get(place);
        if (known != null) {
            return known;
        }
        return places.size() < MOST ? places.computeIfAbsent(place, unused -> new Taken()) : rest;
    }

    void write(Path folder) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(FILE))) {
            for (Map.Entry<Place, Taken> each : places.entrySet()) {
                Place place = each.getKey();
                write(out, place.entity(), place.resource(), place.limit(), each.getValue());
            }
            if (rest.admitted.sum() > 0) {
                write(out, null, null, null, rest);
            }
        }
    }

    private static void write(
            BufferedWriter out, @Nullable String entity, @Nullable String resource, @Nullable String limit, Taken taken)
            throws IOException {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("entity", entity);
        line.put("resource", resource);
        line.put("limit", limit);
        line.put("admitted", taken.admitted.sum());
        line.put("taken", taken.taken.sum());
        line.put("settled_up", taken.settledUp.sum());
        out.write(Json.text(line));
        out.write('\n');
    }
}
