package dev.zaelimiter.aggregator;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A service whose usage is counted, until {@link WorkerKillTest} kills it. It says how much it has taken, and how much of that is
 * counted.
 */
final class WorkerVictim {

    static final int AMOUNT = 3;
    static final String ENTITY = "key-1";

    private static final int TAKES_A_FLUSH = 7;
    private static final int MOST = 1_000_000;

    private WorkerVictim() {}

    public static void main(String[] args) {
        long pauseMillis = Long.parseLong(args[1]);
        int flushes = Integer.parseInt(args[2]);
        try (LimitRepository repository = EmbeddedRepository.file(Path.of(args[0]))) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000_000));
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
                    System.out.println("taken " + taken);
                    if (i % TAKES_A_FLUSH == 0 && flushes-- > 0 && worker.flush(Duration.ofSeconds(10))) {
                        System.out.println("counted " + taken);
                    }
                }
            }
        }
    }
}
