package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ItemStore;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A bare store on a new table of a real service, for tests that bring a limiter of their own. */
public final class RealTable {

    /**
     * One client of each store for all tables that are made and taken away: to make a client takes longer than that.
     */
    private static final Map<URI, Connection> MAKERS = new ConcurrentHashMap<>();

    private final String name = "test-" + UUID.randomUUID();
    private final Connection.Route route;
    private final DynamoDbAsyncClient maker;

    /** A table that is there when the constructor returns; without a stream, which slows dynoxide down. */
    public RealTable(URI endpoint) {
        this(endpoint, false);
    }

    /** With a stream, too, for whoever reads it: some emulators are slower the longer it is. */
    public RealTable(URI endpoint, boolean streamed) {
        this.route = new Connection.Route(
                "us-east-1", endpoint, StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
        this.maker = MAKERS.computeIfAbsent(endpoint, each -> connect()).client();
        maker.createTable(TableDefinition.create(name).toBuilder()
                        .applyMutation(table -> {
                            if (!streamed) {
                                table.streamSpecification(stream -> stream.streamEnabled(false));
                            }
                        })
                        .build())
                .join();
        maker.waiter().waitUntilTableExists(request -> request.tableName(name)).join();
    }

    /** Its name. */
    public String name() {
        return name;
    }

    private Connection connect() {
        return Connection.make(
                name, route, new Connection.Settings(Duration.ofSeconds(60), false, 64), Environment.system());
    }

    /** A store on it, in real time. */
    public ItemStore open() {
        return new DynamoDbItemStore(connect(), Environment.system());
    }

    /** Takes it away. */
    public void drop() {
        maker.deleteTable(request -> request.tableName(name)).join();
    }
}
