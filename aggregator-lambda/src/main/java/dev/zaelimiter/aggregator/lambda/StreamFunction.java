package dev.zaelimiter.aggregator.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.zaelimiter.Environment;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The function. Its event source mapping needs a tumbling window, of any length, since Lambda names the shard of the
 * stream only then; a parallelization factor of 1; and {@code ReportBatchItemFailures}. Settings come from the
 * environment: {@link LambdaSettings}.
 *
 * <p>One repository for the life of the function, opened by the first event, or for the time of a snapshot. Lambda
 * calls it with one event at a time.
 */
public final class StreamFunction implements RequestStreamHandler, Resource {

    /** Time to answer, before Lambda ends the call. */
    private static final long MARGIN_MILLIS = 1500;

    /** For what is put aside until the archive takes it. */
    private static final long ARCHIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long PRIMING_NANOS = TimeUnit.SECONDS.toNanos(8);

    private static final byte[] SAMPLE =
            ("{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\",\"Keys\":{\"PK\":{\"S\":\"p\"},"
                            + "\"SK\":{\"S\":\"s\"}},\"NewImage\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{\"N\":\"1\"}}}}]}")
                    .getBytes(StandardCharsets.UTF_8);

    private final JsonFactory json = new JsonFactory();
    private final LambdaSettings settings;
    private final Environment environment;
    private final PrintStream out;
    private final Opening opening;
    private @Nullable Tables tables;

    /** As Lambda makes it: with the settings of the environment. */
    public StreamFunction() {
        this(LambdaSettings.of(System.getenv()), Environment.system(), System.out, Tables::open);
        Core.getGlobalContext().register(this);
    }

    StreamFunction(LambdaSettings settings, Environment environment, PrintStream out, Opening opening) {
        this.settings = settings;
        this.environment = environment;
        this.out = out;
        this.opening = opening;
    }

    /** How the table is opened. */
    interface Opening {
        Tables open(LambdaSettings settings, Environment environment, PrintStream out);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream answer, Context context) throws IOException {
        StreamEvent event = EventReader.read(json, in);
        String failed = event.changes().isEmpty() ? null : process(event, context.getRemainingTimeInMillis());
        try (JsonGenerator writer = json.createGenerator(answer)) {
            writer.writeStartObject();
            writer.writeArrayFieldStart("batchItemFailures");
            if (failed != null) {
                writer.writeStartObject();
                writer.writeStringField("itemIdentifier", failed);
                writer.writeEndObject();
            }
            writer.writeEndArray();
            writer.writeObjectFieldStart("state");
            writer.writeEndObject();
            writer.writeEndObject();
        }
    }

    /** The number of the first change that must come again; null if all is done. */
    private @Nullable String process(StreamEvent event, int remainingMillis) {
        String shard = event.streamShard();
        if (shard == null) {
            throw new IllegalStateException(
                    "the event does not name its shard of the stream, so that its changes can't be"
                            + " counted exactly once: set TumblingWindowInSeconds of the event source mapping, for example to 60");
        }
        if (!settings.table().equals(event.table())) {
            throw new IllegalStateException("the event is of the stream " + event.stream() + ", not of table "
                    + settings.table() + " as " + LambdaSettings.TABLE + " says");
        }
        long start = environment.monotonicNanos();
        CompletableFuture<BatchOutcome> outcome =
                tables().aggregator().process(StreamBatch.ofTable(event.label(), shard, event.records()));
        long patience = Math.max(0, remainingMillis - MARGIN_MILLIS);
        if (!environment.await(outcome, TimeUnit.MILLISECONDS.toNanos(patience))) {
            // What is under way may still land; the items then say so when it comes again.
            return event.changes().get(0).number();
        }
        String again = outcome.join().retryFrom().map(event::firstFrom).orElse(null);
        long left = TimeUnit.MILLISECONDS.toNanos(patience) - (environment.monotonicNanos() - start);
        if (left > 0) {
            // What is not done in time goes on in the next call, or is done again: it is for once, however often.
            environment.await(tables().aggregator().archiveAgain(), Math.min(left, ARCHIVE_NANOS));
        }
        return again;
    }

    private Tables tables() {
        Tables open = tables;
        if (open == null) {
            open = opening.open(settings, environment, out);
            tables = open;
        }
        return open;
    }

    /** Loads what an event needs, and leaves no connection open, which would be dead when the snapshot wakes. */
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) throws Exception {
        EventReader.read(json, new ByteArrayInputStream(SAMPLE));
        try {
            environment.await(tables().aggregator().prime(), PRIMING_NANOS);
        } catch (RuntimeException e) {
            out.println("priming: " + e.getMessage());
        } finally {
            if (tables != null) {
                tables.close();
                tables = null;
            }
        }
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {}
}
