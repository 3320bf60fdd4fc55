package dev.zaelimiter.cli.admin.usage;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.admin.audit.Times;
import dev.zaelimiter.cli.admin.output.Output;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which usage, and whether it is drawn. */
public final class UsageOptions {

    @Option(
            names = {"-e", "--entity-id"},
            paramLabel = "ID",
            converter = AnEntity.class,
            description = "Usage of this entity; on all resources, without --resource.")
    private @Nullable String entity;

    @Option(
            names = {"-r", "--resource"},
            paramLabel = "NAME",
            converter = AResource.class,
            description = "Usage of this resource; of all entities, without --entity-id.")
    private @Nullable String resource;

    @Option(
            names = "--window",
            paramLabel = "hourly|daily|monthly",
            description = "How long each window is (default: ${DEFAULT-VALUE}).")
    private String windowText = "hourly";

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Windows that begin then or later: " + Times.SYNTAX + ".")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Windows that begin before then.")
    private @Nullable String until;

    @Option(names = "--plot", description = "Also draw a chart of each limit over time.")
    private boolean plot;

    /**
     * What is asked for.
     *
     * @param now for times that are given as so long ago
     * @return a query
     * @throws InvalidInputException if an option is wrong, or nothing is named
     */
    UsageQuery query(Instant now) {
        UsageQuery query;
        if (entity != null) {
            UsageQuery ofAll = UsageQuery.ofEntity(entity);
            query = resource == null ? ofAll : ofAll.on(resource);
        } else if (resource != null) {
            query = UsageQuery.ofResource(resource);
        } else {
            throw new BadInputException("whose usage? give --entity-id, --resource, or both");
        }
        query = query.window(window());
        Instant from = since == null ? null : Times.parse("--since", since, now);
        Instant to = until == null ? null : Times.parse("--until", until, now);
        if (from != null && to != null && !from.isBefore(to)) {
            throw new InvalidInputException(
                    "--until", until, "a time after --since, which is " + from.truncatedTo(ChronoUnit.SECONDS));
        }
        query = from == null ? query : query.from(from);
        return to == null ? query : query.until(to);
    }

    UsageWindow window() {
        for (UsageWindow window : UsageWindow.values()) {
            if (window.text().equals(windowText)) {
                return window;
            }
        }
        throw new InvalidInputException("--window", windowText, "hourly, daily or monthly");
    }

    boolean plots() {
        return plot;
    }

    /** A chart is for people. */
    void requirePlottable(Output output) {
        if (plot && !output.isForPeople()) {
            throw new BadInputException("--plot draws for people: leave it out with --output json or csv");
        }
    }
}
