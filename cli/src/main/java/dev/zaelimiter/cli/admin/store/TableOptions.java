package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.store.Item;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which table, and the way to it. */
public final class TableOptions {

    @Option(
            names = {"-n", "--name"},
            paramLabel = "TABLE",
            order = 101,
            description = "A table on DynamoDB. Without --name and a file: the value of ZAEL_STACK.")
    private @Nullable String table;

    @Mixin
    private final AwsWayOptions way = new AwsWayOptions();

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
        return named == null ? null : way.to(named);
    }

    /**
     * Looks whether a file is meant.
     *
     * @param what names a file, for messages
     * @throws InvalidInputException if the command line names a table too, or the way to one
     */
    public void refuseBeside(String what) {
        AwsWayOptions.refuse("--name", table, what);
        way.refuseBeside(what);
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
