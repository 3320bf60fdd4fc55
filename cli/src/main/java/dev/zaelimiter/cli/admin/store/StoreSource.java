package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that was named on the command line. */
public interface StoreSource {

    /**
     * Opens it.
     *
     * @param create whether to make what is missing; else nothing is written
     * @param settings the namespace and so on
     * @return a repository, with which the store is closed
     */
    LimitRepository open(boolean create, Consumer<RepositoryBuilder> settings);

    /**
     * What is known of the store as a whole, of its kind.
     *
     * @return fields in the order in which they are shown
     */
    Map<String, @Nullable Object> facts();
}
