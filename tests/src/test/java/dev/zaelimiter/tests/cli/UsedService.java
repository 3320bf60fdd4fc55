package dev.zaelimiter.tests.cli;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A service on a file store: for each line of standard input a new caller, for each caller a line that says how it
 * went.
 */
final class UsedService {

    private UsedService() {}

    /**
     * Serves until standard input ends.
     *
     * @param args the file
     */
    public static void main(String[] args) throws Exception {
        try (LimitRepository repository = EmbeddedRepository.file(Path.of(args[0]));
                BufferedReader callers = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            repository.limits().setSystemDefaults(Limit.perDay("rpd", 100));
            System.out.println("ready");
            for (String caller = callers.readLine(); caller != null; caller = callers.readLine()) {
                System.out.println(caller + " " + call(repository, caller));
            }
        }
    }

    private static String call(LimitRepository repository, String caller) {
        try (Lease lease = repository.rateLimiter().acquire(caller, "reports", "rpd", 1)) {
            lease.keep();
            return "200";
        } catch (RateLimiterUnavailableException e) {
            return "503 " + e.getMessage();
        }
    }
}
