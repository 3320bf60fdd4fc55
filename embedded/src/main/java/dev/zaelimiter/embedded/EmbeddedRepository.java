package dev.zaelimiter.embedded;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The limiter without a database: for one process, in its memory or in a file, for tests, and for trying it out.
 *
 * <pre>{@code
 * try (LimitRepository repository = EmbeddedRepository.inMemory()) {
 *     repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
 *     ...
 * }
 * }</pre>
 */
public final class EmbeddedRepository {

    private static final int MOST_REMEMBERED = 10_000;
    private static final int STORED_PER_REMEMBERED = 4;

    private EmbeddedRepository() {}

    /**
     * A repository in the memory of this process, with default settings. Everything is gone when it is closed.
     *
     * @return a repository, to be closed
     */
    public static LimitRepository inMemory() {
        return builder().build();
    }

    /**
     * A repository in a file, with default settings: what was taken and stored is still there when the file is opened
     * again, however the process ended. One process at a time can have it open.
     *
     * @param path the file; made if there is none, in a directory that exists
     * @return a repository, to be closed
     * @throws StoreFileException if the file is in use, damaged or something else; then it is as it was
     */
    public static LimitRepository file(Path path) {
        return builder(path, Durability.PROCESS_CRASH).build();
    }

    /**
     * A repository in a file, with settings.
     *
     * @param path the file; made if there is none, in a directory that exists
     * @param durability what a write has to survive
     * @return a builder, which opens the file when it builds
     */
    public static RepositoryBuilder builder(Path path, Durability durability) {
        Objects.requireNonNull(path, "path");
        return builder(path, durability, Room.usual());
    }

    /**
     * A repository in a file that holds a number of items, with settings.
     *
     * @param path as above
     * @param durability as above
     * @param maxItems as for {@link #builder(int)}; what is in the file is read, however much that is
     * @return a builder, which opens the file when it builds
     */
    public static RepositoryBuilder builder(Path path, Durability durability, int maxItems) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(durability, "durability");
        int most = Room.atLeastOne(maxItems);
        return sized(RepositoryBuilder.opening(environment -> FileStore.open(path, durability, environment, most)));
    }

    /**
     * A repository in the memory of this process, with settings.
     *
     * @return a builder
     */
    public static RepositoryBuilder builder() {
        return builder(Room.usual());
    }

    /**
     * A repository in the memory of this process that holds a number of items, with settings.
     *
     * @param maxItems how many items (buckets, stored limits, entities, records of changes) there may be when a new
     *     bucket is made: 1 or more. By default one for each 4 KiB of the largest heap that this JVM may have. Above
     *     that number, full buckets are deleted, and made anew when they are used; if too few are full, an acquire on a
     *     bucket that is not there fails as a {@link dev.zaelimiter.RateLimiterUnavailableException}, whatever
     *     {@code onUnavailable} says
     * @return a builder
     */
    public static RepositoryBuilder builder(int maxItems) {
        int most = Room.atLeastOne(maxItems);
        return sized(RepositoryBuilder.opening(environment -> new InMemoryStore(environment, most)));
    }

    /**
     * What the limiter remembers of a bucket takes more memory than the bucket, which is here to be read again; and a
     * small heap has no room for the usual number.
     */
    private static RepositoryBuilder sized(RepositoryBuilder builder) {
        return builder.usualMaxBuckets(Math.min(MOST_REMEMBERED, Room.usual() / STORED_PER_REMEMBERED));
    }
}
