package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.dynamodb.TableReport;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.crt.CRT;

/** A table on DynamoDB. Classes of the AWS SDK are loaded when one of these is opened, and not before. */
final class TableSource implements StoreSource {

    /** Nobody's request waits for an operator's: the first call of a process loads classes and finds credentials. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String table;
    private final AwsWay way;

    TableSource(String table, @Nullable String region, @Nullable String endpoint, @Nullable String profile) {
        this.table = table;
        this.way = AwsWay.of(region, endpoint, profile);
    }

    @Override
    public LimitRepository open(boolean create, Consumer<RepositoryBuilder> settings) {
        DynamoDbBuilder builder = builder().settings(settings);
        return explained(() -> create ? builder.open() : builder.connect());
    }

    /** The HTTP client ends by a hook of its own, which runs beside all others. */
    @Override
    public Runnable holdOpen() {
        CRT.acquireShutdownRef();
        return CRT::releaseShutdownRef;
    }

    @Override
    public StorePlace place() {
        String endpoint = way.endpoint() == null ? null : way.endpoint().toString();
        return new StorePlace.Table(table, way.region(), endpoint, way.profile());
    }

    @Override
    public String title() {
        return "table " + table + way.where();
    }

    @Override
    public boolean billsReads() {
        return true;
    }

    @Override
    public StoreFacts facts() {
        TableReport report = explained(() -> builder().report());
        return new StoreFacts(
                "table",
                report.table(),
                report.region(),
                report.endpoint().orElse(null),
                report.status(),
                report.status().equals("ACTIVE") || report.status().equals("UPDATING"),
                report.items(),
                report.bytes(),
                report.billing(),
                report.stream().orElse(null),
                report.timeToLive().orElse(null),
                report.indexes());
    }

    @Override
    public StackFacts stack() {
        way.useProfile();
        return StackSource.facts(table, way);
    }

    @Override
    public void readAll(LongConsumer about, Consumer<Item> each) {
        items(about, each);
    }

    /** Gives every item, of all namespaces; returns the name of the table. */
    String items(LongConsumer about, Consumer<Item> each) {
        return explained(() -> {
            builder().items(about, each);
            return table;
        });
    }

    /** In the words of the command line, and in one line: what the SDK says of its providers fills a screen. */
    private <T> T explained(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (CannotOpenException e) {
            String message = Objects.toString(e.getMessage());
            if (e.reason() == CannotOpenException.Reason.NO_ANSWER && message.contains("there is no region")) {
                throw new BadInputException(
                        "the region of table " + table + " is not known: give --region, or set AWS_REGION", e);
            }
            throw switch (e.reason()) {
                case TABLE_MISSING ->
                    because(
                            e,
                            "there is no table " + table + way.where()
                                    + ": check --name, --region and --endpoint-url, or make"
                                    + " the table with --create");
                case NO_ANSWER ->
                    because(
                            e,
                            "no answer for table " + table + way.where() + " (" + root(e)
                                    + "): check --region, --endpoint-url and the network");
                case ACCESS_DENIED ->
                    because(
                            e,
                            message.contains("there are no credentials")
                                    ? "there are no credentials for table " + table + ": give --profile, or"
                                            + " set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run with a role"
                                    : message);
                default -> e;
            };
        }
    }

    private static CannotOpenException because(CannotOpenException e, String message) {
        return new CannotOpenException(e.reason(), message, e);
    }

    /** What is at the bottom of it, without the names of classes above. */
    private static String root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = Objects.toString(root.getMessage(), root.getClass().getSimpleName());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private DynamoDbBuilder builder() {
        way.useProfile();
        DynamoDbBuilder builder = DynamoDbRepository.builder(table)
                .callTimeout(CALL_TIMEOUT)
                .settings(settings -> settings.deadline(DEADLINE));
        if (way.region() != null) {
            builder.region(way.region());
        }
        return way.endpoint() == null ? builder : builder.endpoint(way.endpoint());
    }
}
