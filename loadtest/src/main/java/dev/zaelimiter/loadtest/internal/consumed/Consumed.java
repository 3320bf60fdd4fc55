package dev.zaelimiter.loadtest.internal.consumed;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.loadtest.LoadUser;
import dev.zaelimiter.loadtest.internal.plan.Json;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/** Writes down what the buckets of load tests have consumed. */
public final class Consumed {

    /** The file of what they had consumed before. */
    public static final String BEFORE = "before.jsonl";

    /** The file of what they had consumed after. */
    public static final String AFTER = "after.jsonl";

    /** Of so many buckets it is looked at most what they have consumed: each is a read. */
    public static final int MOST_BUCKETS = 10_000;

    private Consumed() {}

    /**
     * Writes a line for each limit of each bucket whose resource is a load test's.
     *
     * @param repository of the namespace
     * @param file where to
     * @throws IOException if it can't be written
     */
    public static void write(LimitRepository repository, Path file) throws IOException {
        Administration admin = Administration.of(repository);
        StringBuilder text = new StringBuilder();
        int buckets = 0;
        for (String resource : repository.limits().resourcesWithDefaults()) {
            if (!resource.startsWith(LoadUser.PREFIX)) {
                continue;
            }
            try (Stream<BucketView> views = admin.buckets().onResource(resource)) {
                for (Iterator<BucketView> each = views.iterator(); buckets < MOST_BUCKETS && each.hasNext(); ) {
                    BucketView view = each.next();
                    buckets++;
                    // The index may lag behind what was written a moment ago.
                    BucketView exact =
                            admin.buckets().get(view.entity(), view.resource()).orElse(view);
                    add(text, exact, Environment.system().wallMillis());
                }
            }
        }
        WrittenWhole.write(file, text.toString());
    }

    private static void add(StringBuilder text, BucketView view, long nowMillis) {
        view.limits()
                .forEach(limit -> text.append(Json.text(BucketLine.of(
                                        nowMillis,
                                        view.entity(),
                                        view.resource(),
                                        limit.limit(),
                                        limit.consumed(),
                                        view.shards().size())
                                .toMap()))
                        .append('\n'));
    }
}
