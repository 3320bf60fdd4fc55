package dev.zaelimiter.aggregator;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A service whose usage is counted, until {@link WorkerKillTest} kills it. It says how much it has taken. Besides, it
 * may write so much that its file is written anew several times a second.
 */
final class WorkerVictim {

    static final int AMOUNT = 3;
    static final String ENTITY = "key-1";

    private static final int LARGE = 300_000;
    private static final int MOST = 1_000_000;

    private WorkerVictim() {}

    /** Takes the file, the pause of the worker in milliseconds, and whether it writes much. */
    @SuppressWarnings("try") // the worker is there to count
    public static void main(String[] args) {
        long pauseMillis = Long.parseLong(args[1]);
        boolean writesMuch = Boolean.parseBoolean(args[2]);
        try (LimitRepository repository = EmbeddedRepository.file(Path.of(args[0]))) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000_000));
            ItemStore store = Aggregator.engine(repository).store();
            Item large = Item.builder(Key.of("other", "item"))
                    .put("text", "x".repeat(LARGE))
                    .build();
            try (AggregatorWorker worker = AggregatorWorker.of(repository)
                    .pause(Duration.ofMillis(pauseMillis))
                    .start()) {
                long taken = 0;
                for (int i = 1; i <= MOST; i++) {
                    repository
                            .rateLimiter()
                            .acquire(ENTITY, "gpt-4", "rpm", AMOUNT)
                            .keep();
                    taken += AMOUNT;
                    System.out.println(taken);
                    if (writesMuch) {
                        store.write(Write.put(WriteShape.put(null), large)).join();
                    }
                }
            }
        }
    }
}
