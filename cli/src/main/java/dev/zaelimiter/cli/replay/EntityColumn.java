package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Who asked: the column, and, if it holds the addresses of a proxy, the one that says who is behind it. */
final class EntityColumn {

    private static final String OPTION = "--entity-column";
    private static final String ROLE = "entity";

    private EntityColumn() {}

    /**
     * Finds it.
     *
     * @param finder the columns
     * @param constant what {@code --entity} says, or null
     * @param name what {@code --entity-column} says, or null
     * @return a column, or one entity for all rows
     * @throws TwoReadingsException if several are equally likely
     */
    static ValuePlace find(ColumnFinder finder, @Nullable String constant, @Nullable String name) {
        ValuePlace entity = finder.columnOrConstant(ROLE, constant, name, ColumnNames.ENTITY);
        if (name == null && entity instanceof ValuePlace.Column column && isAddress(finder, column)) {
            return behindProxy(finder, column);
        }
        return entity;
    }

    /** Whether a column holds addresses: its name says so, or its values do. */
    static boolean isAddress(ColumnFinder finder, ValuePlace.Column column) {
        return ColumnNames.ADDRESS.has(column.name()) || finder.sample().holdsAddresses(column.index());
    }

    /**
     * An address that no client on the Internet has is a proxy's, if each row also says for whom it was. Where the
     * address may be a client's as well, the two give other results.
     */
    private static ValuePlace behindProxy(ColumnFinder finder, ValuePlace.Column direct) {
        Sample sample = finder.sample();
        int[] forwarded = IntStream.range(0, finder.header().size())
                .filter(i -> i != direct.index()
                        && ColumnNames.FORWARDED.has(finder.header().get(i))
                        && sample.holdsAddresses(i))
                .toArray();
        if (forwarded.length != 1 || sample.isSame(direct.index(), forwarded[0])) {
            return direct;
        }
        ValuePlace.Column other = finder.column(forwarded[0]);
        boolean everywhere = sample.blanks(other.index()) == 0;
        boolean isProxy = sample.values(direct.index()).stream().allMatch(ClientAddress::isPrivate);
        if (everywhere && isProxy) {
            finder.replace(ROLE, other, direct.name(), "addresses of proxies");
            return other;
        }
        boolean often = sample.values(other.index()).size() * 2 > sample.rows();
        if (everywhere || (isProxy && often)) {
            throw new TwoReadingsException(
                    "the client may be " + Text.quoted(direct.name()) + " or " + Text.quoted(other.name())
                            + ", which proxies fill in: say it with " + OPTION,
                    List.of(OPTION + " " + Shell.quoted(other.name()), OPTION + " " + Shell.quoted(direct.name())));
        }
        finder.replace(
                ROLE,
                direct,
                other.name(),
                "empty in " + sample.blanks(other.index()) + " of " + sample.rows() + " rows looked at");
        return direct;
    }
}
