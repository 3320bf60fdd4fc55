package dev.zaelimiter.aggregator.lambda;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.AggregatorListener;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.DeadLetters;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.aggregator.s3.S3Archive;
import dev.zaelimiter.aggregator.s3.S3DeadLetters;
import dev.zaelimiter.aggregator.s3.S3Encryption;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is open while the function lives.
 *
 * @param repository of the table
 * @param sinks in S3: the archive, and dead letters
 * @param aggregator on both
 */
record Tables(LimitRepository repository, List<AutoCloseable> sinks, Aggregator aggregator) implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    static Tables open(LambdaSettings settings, Environment environment, PrintStream out) {
        LimitRepository repository = DynamoDbRepository.builder(settings.table())
                .callTimeout(CALL_TIMEOUT)
                .settings(RepositoryBuilder::registryOnly)
                .settings(builder -> builder.deadline(DEADLINE))
                .connect();
        List<AutoCloseable> sinks = new ArrayList<>();
        try {
            Aggregator.Builder builder = Aggregator.of(repository)
                    .settings(settings.aggregator())
                    .deadLetters(lines(out))
                    .listener(figures(out));
            if (settings.archive() != null) {
                S3Archive archive = S3Archive.at(
                        settings.archive(), S3Encryption.parse(settings.encryption()), environment.executor());
                sinks.add(archive);
                builder.archive(archive);
            }
            if (settings.deadLetters() != null) {
                S3DeadLetters letters = S3DeadLetters.at(
                        settings.deadLetters(), S3Encryption.parse(settings.encryption()), environment.executor());
                sinks.add(letters);
                builder.deadLetters(letters);
            }
            return new Tables(repository, sinks, builder.build());
        } catch (RuntimeException | Error e) {
            close(repository, sinks);
            throw e;
        }
    }

    /** A line for each change that can't be counted. */
    static DeadLetters lines(PrintStream out) {
        return DeadLetters.lines(line -> out.println("{\"dead_letter\":" + line + "}"));
    }

    /** A line of figures for each batch in which anything was to do. */
    static AggregatorListener figures(PrintStream out) {
        return new AggregatorListener() {
            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                if (outcome.counted() > 0
                        || !outcome.complete()
                        || outcome.deadLetters() > 0
                        || outcome.archived() > 0
                        || outcome.putAside() > 0) {
                    out.println("{\"largest_batch\":" + outcome.records() + ",\"counted\":" + outcome.counted()
                            + ",\"lag_milliseconds\":" + outcome.lagMillis() + ",\"usage_writes\":"
                            + outcome.usageWrites() + ",\"duplicates\":" + outcome.duplicates() + ",\"late\":"
                            + outcome.late() + ",\"refills\":" + outcome.refills() + ",\"divisions\":"
                            + outcome.divisions() + ",\"archived\":" + outcome.archived() + ",\"put_aside\":"
                            + outcome.putAside()
                            + ",\"dead_letters\":"
                            + outcome.deadLetters() + ",\"failures\":"
                            + outcome.failures().size() + "}");
                }
            }
        };
    }

    @Override
    public void close() {
        close(repository, sinks);
    }

    private static void close(LimitRepository repository, List<AutoCloseable> sinks) {
        repository.close();
        for (AutoCloseable each : sinks) {
            try {
                each.close();
            } catch (Exception e) {
                // An AutoCloseable may throw anything; nothing of it is needed any more, and the next one is still to
                // be closed.
            }
        }
    }
}
