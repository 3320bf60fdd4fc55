package dev.zaelimiter.embedded;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that takes from two buckets in a file, mostly in place, and says what was granted, until it is killed: half
 * of its workers only take, the others settle to less each time.
 */
final class LaneVictim {

    static final int WORKERS = 4;
    static final long BUDGET = 1_000_000_000L;

    private LaneVictim() {}

    static String resource(int worker) {
        return worker % 2 == 0 ? "taken" : "settled";
    }

    /** Takes the file, and by how much it may grow before it is written anew, if not by little. */
    public static void main(String[] args) throws InterruptedException {
        long slack = args.length > 1 ? Long.parseLong(args[1]) : KillVictim.SLACK;
        FileStore store =
                new FileOpening(Path.of(args[0]), Durability.PROCESS_CRASH, Environment.system(), slack).open();
        LimitRepository repository =
                RepositoryBuilder.on(store).deadline(Duration.ofSeconds(20)).build();
        repository.limits().setSystemDefaults(Limit.budget("b", BUDGET));
        System.out.println("open");
        Thread[] threads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            threads[i] = new Thread(() -> take(repository, worker));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void take(LimitRepository repository, int worker) {
        boolean settles = resource(worker).equals("settled");
        AcquireRequest request = AcquireRequest.entity("e")
                .resource(resource(worker))
                .take("b", settles ? 3 : 1)
                .build();
        long granted = 0;
        while (true) {
            // Spoken of now and then, since nothing is decided in place while everybody speaks.
            for (int i = 0; i < 1 + granted % 100; i++) {
                Decision decision = repository.rateLimiter().tryAcquire(request);
                if (!(decision instanceof Decision.Granted grant)) {
                    System.out.println(worker + " refused " + decision);
                    return;
                }
                Lease lease = grant.lease();
                if (settles) {
                    lease.settle("b", 2);
                }
                lease.close();
                granted++;
            }
            System.out.println(worker + " " + granted);
        }
    }
}
