package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.AggregatorWorker;
import dev.zaelimiter.aggregator.ArchiveSink;
import dev.zaelimiter.aggregator.DeadLetters;
import dev.zaelimiter.aggregator.PollerStatus;
import dev.zaelimiter.aggregator.StreamPoller;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What runs: a poller of a table's stream, or a worker on a file. */
interface AggregatorHost extends AutoCloseable {

    /** Done when all is counted that was there. */
    CompletableFuture<Void> caughtUp();

    /** How the poller stands; null if there is none. */
    @Nullable
    PollerStatus status();

    @Override
    void close();

    /** Starts what suits the store. */
    static AggregatorHost start(LimitRepository repository, RunOptions options, Metrics metrics, Executor files) {
        ArchiveSink archive = options.archive(files);
        DeadLetters deadLetters = options.deadLetters(files);
        if (!StreamPoller.isFor(repository)) {
            return onFile(repository, options, metrics, archive, deadLetters);
        }
        StreamPoller.Builder builder = StreamPoller.of(repository)
                .settings(options.settings())
                .listener(metrics)
                .poll(options.poll())
                .lease(options.lease());
        if (archive != null) {
            builder.archive(archive);
        }
        if (deadLetters != null) {
            builder.deadLetters(deadLetters);
        }
        if (options.startsNow()) {
            builder.fromNow();
        }
        StreamPoller poller = builder.start();
        return new AggregatorHost() {
            @Override
            public CompletableFuture<Void> caughtUp() {
                return poller.caughtUp();
            }

            @Override
            public PollerStatus status() {
                return poller.status();
            }

            @Override
            public void close() {
                poller.close();
            }
        };
    }

    private static AggregatorHost onFile(
            LimitRepository repository,
            RunOptions options,
            Metrics metrics,
            @Nullable ArchiveSink archive,
            @Nullable DeadLetters deadLetters) {
        AggregatorWorker.Builder builder = AggregatorWorker.of(repository)
                .settings(options.settings())
                .listener(metrics)
                .pause(options.poll());
        if (archive != null) {
            builder.archive(archive);
        }
        if (deadLetters != null) {
            builder.deadLetters(deadLetters);
        }
        AggregatorWorker worker = builder.start();
        return new AggregatorHost() {
            @Override
            public CompletableFuture<Void> caughtUp() {
                return worker.flush(Duration.ofMinutes(1))
                        ? CompletableFuture.completedFuture(null)
                        : new CompletableFuture<>();
            }

            @Override
            public @Nullable PollerStatus status() {
                return null;
            }

            @Override
            public void close() {
                worker.close();
            }
        };
    }
}
