package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A table on DynamoDB. Classes of the AWS SDK are loaded when one of these is opened, and not before. */
final class TableSource implements StoreSource {

    private static final Pattern REGION = Pattern.compile("[a-z]{2,}(-[a-z0-9]+)+");

    /** Nobody's request waits for an operator's: the first call of a process loads classes and finds credentials. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final String table;
    private final @Nullable String region;
    private final @Nullable URI endpoint;

    TableSource(String table, @Nullable String region, @Nullable String endpoint) {
        if (region != null && !REGION.matcher(region).matches()) {
            throw new InvalidInputException("--region", region, "a region's name, for example eu-west-1");
        }
        this.table = table;
        this.region = region;
        this.endpoint = endpoint == null ? null : address(endpoint);
    }

    @Override
    public LimitRepository open(boolean create, Consumer<RepositoryBuilder> settings) {
        DynamoDbBuilder builder = builder().settings(settings);
        return create ? builder.open() : builder.connect();
    }

    @Override
    public Map<String, @Nullable Object> facts() {
        return Output.fields("store", "table", "name", table);
    }

    private DynamoDbBuilder builder() {
        DynamoDbBuilder builder = DynamoDbRepository.builder(table)
                .callTimeout(CALL_TIMEOUT)
                .settings(settings -> settings.deadline(DEADLINE));
        if (region != null) {
            builder.region(region);
        }
        return endpoint == null ? builder : builder.endpoint(endpoint);
    }

    private static URI address(String text) {
        try {
            URI address = new URI(text);
            if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Said below, with what is allowed.
        }
        throw new InvalidInputException(
                "--endpoint-url", text, "an address with a scheme and a host, for example http://127.0.0.1:8000");
    }
}
