package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a row of the file becomes a request. Filled by picocli. */
final class ReadingOptions {

    static final Duration PER_OUTPUT_TOKEN = Duration.ofMillis(20);

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = InputFormat.Converter.class,
            description =
                    "What FILE holds: csv, jsonl (one JSON object a line), log (a web server's access log, common or"
                            + " combined), alb, elb, s3, w3c (CloudFront, IIS), haproxy, envoy or istio. Default: told by its"
                            + " first line.")
    @Nullable
    InputFormat format;

    @Option(
            names = "--take",
            paramLabel = TakeOption.SYNTAX,
            description = "What each row takes of a limit: a number, or the whole number in a column. Default: 1; but a"
                    + " limit called tpm, tps, tph or tpd, or with 'token' in its name, takes the file's"
                    + " token columns.")
    List<String> takes = new ArrayList<>();

    @Option(
            names = "--time-column",
            paramLabel = "COLUMN",
            description = "When the request came: ISO-8601 (UTC if there is no zone) or a number since 1970."
                    + " Default: a column called timestamp, time, or much like it.")
    @Nullable
    String timeColumn;

    @Option(
            names = "--time-unit",
            paramLabel = "UNIT",
            converter = EpochUnit.Converter.class,
            description = "What a number since 1970 counts: seconds, millis, micros or nanos."
                    + " Default: told by the size of the first ones, and asked for where that leaves a doubt.")
    @Nullable
    EpochUnit timeUnit;

    @Option(
            names = "--entity-column",
            paramLabel = "COLUMN",
            description =
                    "Who asked; each entity has its own limits. Default: a column called entity, user_id, api_key,"
                            + " tenant or the like; otherwise all rows are one entity.")
    @Nullable
    String entityColumn;

    @Option(
            names = "--ipv6-prefix",
            paramLabel = "BITS",
            description =
                    "How many bits of an IPv6 address make an entity, 1 to 128. Default: 64, where the entity is the"
                            + " address of a client; IPv4 addresses stand for themselves.")
    @Nullable
    Integer ipv6Prefix;

    @Option(
            names = "--mask",
            negatable = true,
            description = "Show names of entities masked, as ****1234. Default: only if they look like keys.")
    @Nullable
    Boolean mask;

    @Option(names = "--entity", paramLabel = "NAME", description = "One entity for all rows.")
    @Nullable
    String entity;

    @Option(
            names = "--resource-column",
            paramLabel = "COLUMN",
            description =
                    "What was asked for; each resource has its own limits. Default: a column called resource, model"
                            + " or the like; otherwise all rows are one resource.")
    @Nullable
    String resourceColumn;

    @Option(names = "--resource", paramLabel = "NAME", description = "One resource for all rows.")
    @Nullable
    String resource;

    @Option(
            names = "--input-column",
            paramLabel = "COLUMN",
            description =
                    "The tokens of the prompt. Default: a column called prompt_tokens, input_tokens, ContextTokens or"
                            + " the like.")
    @Nullable
    String inputColumn;

    @Option(
            names = "--output-column",
            paramLabel = "COLUMN",
            description = "The tokens of the answer. Default: a column called completion_tokens, output_tokens,"
                    + " GeneratedTokens or the like.")
    @Nullable
    String outputColumn;

    @Option(
            names = "--expect-output",
            paramLabel = "N",
            defaultValue = "0",
            converter = WholeTokens.class,
            description = "Tokens of the answer that the estimate counts on, before it is known. Default: 0.")
    long expectOutput;

    @Option(
            names = "--per-output-token",
            paramLabel = "DURATION",
            defaultValue = "20ms",
            converter = DurationText.class,
            description =
                    "How long each token of the answer takes; after the last one the estimate is settled to the true"
                            + " total. Default: 20ms.")
    Duration perOutputToken = PER_OUTPUT_TOKEN;

    /**
     * What each row takes, as far as it was said.
     *
     * @param limits the names of the limits there are
     * @return the takes by limit
     * @throws InvalidInputException if options contradict each other, or the limits
     */
    Map<String, TakeOption> checkedTakes(List<String> limits) {
        if (entity != null && entityColumn != null) {
            throw new InvalidInputException("--entity-column", entityColumn, "only without --entity");
        }
        if (resource != null && resourceColumn != null) {
            throw new InvalidInputException("--resource-column", resourceColumn, "only without --resource");
        }
        if (ipv6Prefix != null && (ipv6Prefix < 1 || ipv6Prefix > ClientAddress.LONGEST_PREFIX)) {
            throw new InvalidInputException("--ipv6-prefix", ipv6Prefix, "1 to " + ClientAddress.LONGEST_PREFIX);
        }
        return TakeOption.parseAll(takes, limits);
    }
}
