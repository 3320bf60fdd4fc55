package dev.zaelimiter.aggregator.lambda;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.AggregatorListener;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.DeadLetters;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.aggregator.s3.S3Archive;
import dev.zaelimiter.aggregator.s3.S3Encryption;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is open while the function lives.
 *
 * @param repository of the table
 * @param archive in S3, or null
 * @param aggregator on both
 */
record Tables(LimitRepository repository, @Nullable AutoCloseable archive, Aggregator aggregator)
        implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    static Tables open(LambdaSettings settings, Environment environment, PrintStream out) {
        LimitRepository repository = DynamoDbRepository.builder(settings.table())
                .callTimeout(CALL_TIMEOUT)
                .settings(RepositoryBuilder::registryOnly)
                .settings(builder -> builder.deadline(DEADLINE))
                .connect();
        try {
            Aggregator.Builder builder = Aggregator.of(repository)
                    .settings(settings.aggregator())
                    .deadLetters(DeadLetters.lines(line -> out.println("{\"dead_letter\":" + line + "}")))
                    .listener(figures(out));
            S3Archive archive = settings.archive() == null
                    ? null
                    : S3Archive.at(
                            settings.archive(), S3Encryption.parse(settings.encryption()), environment.executor());
            if (archive != null) {
                builder.archive(archive);
            }
            return new Tables(repository, archive, builder.build());
        } catch (RuntimeException | Error e) {
            repository.close();
            throw e;
        }
    }

    /** A line of figures for each batch in which anything was to do. */
    private static AggregatorListener figures(PrintStream out) {
        return new AggregatorListener() {
            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                if (outcome.counted() > 0
                        || !outcome.complete()
                        || outcome.deadLetters() > 0
                        || outcome.archived() > 0) {
                    out.println("{\"largest_batch\":" + outcome.records() + ",\"counted\":" + outcome.counted()
                            + ",\"lag_milliseconds\":" + outcome.lagMillis() + ",\"usage_writes\":"
                            + outcome.usageWrites() + ",\"duplicates\":" + outcome.duplicates() + ",\"late\":"
                            + outcome.late() + ",\"refills\":" + outcome.refills() + ",\"divisions\":"
                            + outcome.divisions() + ",\"archived\":" + outcome.archived() + ",\"dead_letters\":"
                            + outcome.deadLetters() + ",\"failures\":"
                            + outcome.failures().size() + "}");
                }
            }
        };
    }

    @Override
    public void close() {
        repository.close();
        if (archive != null) {
            try {
                archive.close();
            } catch (Exception e) {
                // Nothing of it is needed any more.
            }
        }
    }
}
