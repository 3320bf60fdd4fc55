package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.store.Item;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which table, and the way to it. */
public final class TableOptions {

    @Option(
            names = {"-n", "--name"},
            paramLabel = "TABLE",
            order = 101,
            description = "A table on DynamoDB. Without --name and a file: the value of ZAEL_STACK.")
    private @Nullable String table;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            order = 102,
            description = "The table's region (default: that of the environment or profile).")
    private @Nullable String region;

    @Option(
            names = "--endpoint-url",
            paramLabel = "URL",
            order = 103,
            description = "Where DynamoDB is, if not at the region's usual address.")
    private @Nullable String endpoint;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            order = 103,
            description = "Whose credentials to use: a profile of the AWS configuration, also one with a role or SSO"
                    + " (default: the value of AWS_PROFILE).")
    private @Nullable String profile;

    /**
     * Whether a table is named, on the command line or by the environment.
     *
     * @return false if there is none to open
     */
    public boolean named() {
        return table() != null;
    }

    private @Nullable String table() {
        return table == null ? System.getenv("ZAEL_STACK") : table;
    }

    /** The table that is named, not yet opened; null if none is. */
    @Nullable
    TableSource source() {
        String named = table();
        return named == null ? null : new TableSource(named, region, endpoint, profile);
    }

    /**
     * Looks whether a file is meant.
     *
     * @param what names a file, for messages
     * @throws InvalidInputException if the command line names a table too, or the way to one
     */
    public void refuseBeside(String what) {
        refuse("--name", table, what);
        refuse("--region", region, what);
        refuse("--endpoint-url", endpoint, what);
        refuse("--profile", profile, what);
    }

    private static void refuse(String option, @Nullable String value, String what) {
        if (value != null) {
            throw new InvalidInputException(option, value, "a table, or " + what + ", not both");
        }
    }

    /**
     * Reads every item of the table that is named.
     *
     * @param about is told first how many items to expect; 0 if nobody knows
     * @param each is given the items in no particular order
     * @return the table's name
     */
    public String items(LongConsumer about, Consumer<Item> each) {
        TableSource source = source();
        if (source == null) {
            throw new IllegalStateException("no table is named");
        }
        return source.items(about, each);
    }
}
