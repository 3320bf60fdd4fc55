package dev.zaelimiter.embedded;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;

/**
 * The limiter without a database: for one process, for tests, and for trying it out.
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
     * A repository in the memory of this process, with settings.
     *
     * @return a builder
     */
    public static RepositoryBuilder builder() {
        return RepositoryBuilder.opening(InMemoryStore::new);
    }
}
