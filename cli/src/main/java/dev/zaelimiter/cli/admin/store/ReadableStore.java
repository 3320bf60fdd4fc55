package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.cli.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A store that is read from end to end as it is, whatever it holds and whoever made it. It is not opened. */
public final class ReadableStore {

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(
            names = "--embedded",
            paramLabel = "FILE",
            order = 104,
            description = "A store in a file instead of a table. It may be in use.")
    private @Nullable String file;

    /**
     * The store that is named.
     *
     * @return a file or a table
     * @throws BadInputException if none is
     */
    public StoreSource source() {
        if (file != null) {
            table.refuseBeside("--embedded");
            return new FileSource(file);
        }
        TableSource named = table.source();
        if (named == null) {
            throw new BadInputException(
                    "no store is named: give --name TABLE or --embedded FILE, or set ZAEL_STACK to the"
                            + " table's name");
        }
        return named;
    }
}
