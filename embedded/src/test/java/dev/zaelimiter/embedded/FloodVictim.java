package dev.zaelimiter.embedded;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A process with little memory, whose clients choose a new name for each call. */
final class FloodVictim {

    private static final int NAMES = 30_000;

    private FloodVictim() {}

    public static void main(String[] args) {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            repository.limits().setSystemDefaults(Limit.perDay("rpm", 10), Limit.perDay("tpm", 1000));
            for (int i = 0; i < NAMES; i++) {
                AcquireRequest request = AcquireRequest.entity("name-that-a-client-has-chosen-" + i)
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .take("tpm", 100)
                        .build();
                try {
                    repository.rateLimiter().acquire(request).keep();
                } catch (RateLimiterUnavailableException full) {
                    if (!String.valueOf(full.getMessage()).contains("of at most")) {
                        throw full;
                    }
                }
            }
            System.out.println("alive");
        } catch (OutOfMemoryError e) {
            System.out.println("out of memory");
        }
    }

    static String survivors() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(OpenAttempt.command(FloodVictim.class));
        command.replaceAll(part -> part.equals("-Xmx128m") ? "-Xmx48m" : part);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            return String.valueOf(said.readLine());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
