package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Several processes on one store in real time, for tests with real threads. */
final class RealWorld implements AutoCloseable {

    /** How a repository is set up. */
    enum Setup {
        MEMORY,
        LATE,
        LATE_INLINE
    }

    private final InMemoryStore memory = new InMemoryStore(Environment.system());
    private final List<LimitRepository> open = new ArrayList<>();

    LimitRepository open(Setup setup) {
        ItemStore store =
                setup == Setup.MEMORY ? memory : new LateStore(memory, Environment.system(), Duration.ofMillis(1));
        RepositoryBuilder builder = RepositoryBuilder.on(store).deadline(Duration.ofSeconds(20));
        LimitRepository repository = (setup == Setup.LATE_INLINE ? builder.inlineCallbacks() : builder).build();
        open.add(repository);
        return repository;
    }

    @Override
    public void close() {
        open.forEach(LimitRepository::close);
        memory.close();
    }
}
