package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Recorded requests. A line of {@code trace.tsv} holds, apart by tabs: milliseconds since the first one, entity,
 * resource, and {@code limit=amount} for each limit. Each user takes the next line, waits for its time, and sends it:
 * there have to be as many users as requests are under way at once. A worker plays every line whose number is its own.
 */
final class Trace implements LoadScenario {

    private static final Duration FOR_EVER = Duration.ofDays(8);
    private static final double NANOS_PER_MILLI = 1e6;

    /** A timer may be as early as this. */
    private static final long EARLY_NANOS = 5_000_000;

    private final List<Line> lines;
    private final double speed;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong startNanos = new AtomicLong(Long.MIN_VALUE);

    /**
     * One request.
     *
     * @param millis when, after the first one
     * @param request what
     */
    private record Line(long millis, AcquireRequest request) {}

    Trace(Path file, double speed, int worker, int workers) {
        this.speed = speed;
        this.lines = read(file, worker, workers);
    }

    private static List<Line> read(Path file, int worker, int workers) {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (number++ % workers == worker) {
                    lines.add(line(line, number));
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException("the trace", file, "a file that can be read: " + e.getMessage());
        }
        return lines;
    }

    private static Line line(String text, int number) {
        String[] fields = text.split("\t");
        try {
            AcquireRequest.Builder request = AcquireRequest.entity(fields[1]).resource(fields[2]);
            for (int i = 3; i < fields.length; i++) {
                int equals = fields[i].lastIndexOf('=');
                request.take(fields[i].substring(0, equals), Long.parseLong(fields[i].substring(equals + 1)));
            }
            return new Line(Long.parseLong(fields[0]), request.build());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new InvalidInputException(
                    "line " + number + " of the trace",
                    text,
                    "milliseconds, entity, resource, limit=amount, apart by tabs");
        }
    }

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        lines.stream()
                .map(line -> line.request.resource())
                .distinct()
                .forEach(resource -> repository.limits().setResourceDefaults(resource, Asked.orElse(limits, wide())));
    }

    /** What the lines take of, as wide as can be. */
    private Limit[] wide() {
        return lines.stream()
                .flatMap(line -> IntStream.range(0, line.request.size()).mapToObj(line.request::limit))
                .distinct()
                .map(name -> Limit.custom(name, Asked.WIDE, Asked.WIDE, Duration.ofMinutes(1)))
                .toArray(Limit[]::new);
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        startNanos.compareAndSet(Long.MIN_VALUE, now());
        int mine = next.getAndUpdate(place -> Math.min(lines.size(), place + 1));
        if (mine >= lines.size()) {
            return user.pause(FOR_EVER);
        }
        Line line = lines.get(mine);
        long dueNanos = startNanos.get() + Math.min(FOR_EVER.toNanos(), (long) (line.millis / speed * NANOS_PER_MILLI));
        long early = dueNanos - now();
        return early > 0
                ? user.pause(Duration.ofNanos(early)).thenCompose(over -> send(user, line.request, dueNanos))
                : send(user, line.request, dueNanos);
    }

    /** A pause that the end of the run has cut short is no reason to send what would have been sent later. */
    private static CompletionStage<?> send(LoadUser user, AcquireRequest request, long dueNanos) {
        long early = dueNanos - now();
        if (early > EARLY_NANOS) {
            return CompletableFuture.completedFuture(null);
        }
        return user instanceof PunctualUser punctual
                ? punctual.acquireDue(request, early > 0 ? now() : dueNanos)
                : user.acquire(request);
    }

    private static long now() {
        return Environment.system().monotonicNanos();
    }
}
