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
        Objects.requireNonNull(durability, "durability");
        return RepositoryBuilder.opening(environment -> FileStore.open(path, durability, environment));
    }

    /**
     * A repository in the memory of this process, with settings.
     *
     * @return a builder
     */
    public static RepositoryBuilder builder() {
        return RepositoryBuilder.opening(InMemoryStore::new);
    }
}
