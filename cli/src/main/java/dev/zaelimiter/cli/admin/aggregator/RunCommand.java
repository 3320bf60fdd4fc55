package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.aggregator.PollerStatus;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Interrupt;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AboutNamespaces;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter aggregator run}. */
@Command(
        name = "run",
        header = "Count what was consumed, from the table's stream, until it is stopped.",
        description =
                "Adds to usage, refills and divides buckets before callers feel it, and archives expired records of"
                        + " changes, for all namespaces of the table. Any number may run for one table, and share its stream."
                        + " Ctrl-C and SIGTERM end it when the batches at hand are done. On a file, which nobody else may have"
                        + " open meanwhile, it archives what expires, and counts what an application that was killed had"
                        + " not; one that lives counts by itself.%n")
@Manual(
        examples = {
            "aggregator run --once -n my-app",
            "aggregator run --archive s3://my-audit/limits --dead-letters dead.jsonl -n my-app",
            "aggregator run --poll 500 --metrics 10 --output json -n my-app"
        },
        keys = {
            "time",
            "shards",
            "foreign_shards",
            "waiting_shards",
            "batches",
            "largest_batch",
            "records",
            "counted",
            "lag_milliseconds",
            "usage_writes",
            "duplicates",
            "late",
            "refills",
            "divisions",
            "archived",
            "put_aside",
            "dead_letters",
            "failures",
            "gaps",
            "reads",
            "empty_reads"
        })
public final class RunCommand extends SessionCommand implements AboutNamespaces {

    /** Longer than a poller takes to give its leases back. */
    private static final Duration TO_FINISH = Duration.ofSeconds(25);

    /** How long an end that does not come nearer is waited for. */
    private static final Duration NO_PROGRESS = Duration.ofMinutes(2);

    private static final Duration LOOK = Duration.ofMillis(200);

    @Mixin
    private final RunOptions options = new RunOptions();

    @Override
    protected void prepare() {
        options.check();
    }

    @Override
    protected int run(Session session, Output output) {
        Metrics metrics = new Metrics();
        ExecutorService files = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "zae-limiter-archive");
            thread.setDaemon(true);
            return thread;
        });
        Runnable letGo = session.source().holdOpen();
        int exitCode;
        try (Interrupt interrupt = new Interrupt(TO_FINISH)) {
            PollerStatus last;
            try (AggregatorHost host = AggregatorHost.start(session.repository(), options, metrics, files)) {
                exitCode = running(host, metrics, output, interrupt);
                last = host.status();
            }
            print(metrics, last, output);
            output.flush();
        } finally {
            letGo.run();
            files.shutdown();
        }
        return exitCode;
    }

    private int running(AggregatorHost host, Metrics metrics, Output output, Interrupt interrupt) {
        CompletableFuture<Void> through = options.once() ? host.caughtUp() : new CompletableFuture<>();
        Duration every = options.metrics();
        long start = System.nanoTime();
        long printed = start;
        long progress = start;
        long batches = 0;
        boolean listened = true;
        while (!through.isDone() && listened && !interrupt.await(LOOK)) {
            long now = System.nanoTime();
            if (every != null && now - printed >= every.toNanos()) {
                print(metrics, host.status(), output);
                listened = output.flush();
                printed = now;
            }
            if (metrics.batches() > batches) {
                batches = metrics.batches();
                progress = now;
            }
            if (options.once() && now - progress > NO_PROGRESS.toNanos()) {
                err().println("zae-limiter aggregator run: not all could be counted: nothing came for "
                        + NO_PROGRESS.toSeconds() + " s; see the warnings above");
                return ExitCodes.FAILURE;
            }
        }
        return ExitCodes.OK;
    }

    private static void print(Metrics metrics, @Nullable PollerStatus status, Output output) {
        Map<String, @Nullable Object> fields = metrics.look(Instant.now(), status);
        if (output.isForPeople()) {
            output.line(Metrics.line(fields));
        } else {
            output.object(fields);
        }
    }
}
