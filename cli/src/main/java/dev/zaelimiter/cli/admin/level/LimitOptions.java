package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.LimitOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which limits to set, and how. */
public final class LimitOptions {

    private static final LimitOption OPTION = new LimitOption("--limit");
    private static final String SYNTAX = "NAME:RATE[/PERIOD][:BURST]";

    @Option(
            names = {"-l", "--limit"},
            paramLabel = SYNTAX,
            description =
                    "RATE tokens come back evenly every PERIOD (s, min, h, d, or a number of these, as 90s;"
                            + " default: min), and up to BURST of them (default: RATE) can be saved up. PERIOD 'never' makes a budget: RATE tokens, once. May be repeated.")
    private final List<String> limits = new ArrayList<>();

    @Option(names = "--merge", description = "Keep the other limits of the level; without it they are replaced.")
    private boolean merge;

    @Option(
            names = "--remove",
            paramLabel = "NAME",
            description = "With --merge: take this limit away. May be repeated.")
    private final List<String> removed = new ArrayList<>();

    @Option(
            names = "--soft",
            paramLabel = "NAME",
            description =
                    "Only count what goes over this one of the limits given, and refuse nothing. May be repeated.")
    private final List<String> soft = new ArrayList<>();

    @Option(
            names = "--if-version",
            paramLabel = "N",
            description = "Fail if the level has another version, since somebody has changed it.")
    private @Nullable Long version;

    /**
     * The change of a level that the options describe.
     *
     * @param mayBeEmpty whether something else is changed too
     * @return a change, which keeps what it does not name if asked to
     * @throws InvalidInputException if the options make no sense
     */
    public LevelChange change(boolean mayBeEmpty) {
        if (!removed.isEmpty() && !merge) {
            throw new InvalidInputException("--remove", removed.get(0), "together with --merge");
        }
        if (limits.isEmpty() && removed.isEmpty() && !mayBeEmpty) {
            throw new BadInputException("--limit is needed: at least one " + SYNTAX);
        }
        LevelChange change = merge || limits.isEmpty() ? LevelChange.keep() : LevelChange.clear();
        Set<String> names = new HashSet<>();
        for (String text : limits) {
            Limit limit = parse(text);
            if (!names.add(limit.name())) {
                throw new InvalidInputException("--limit", text, "each name once");
            }
            change = change.put(soft.contains(limit.name()) ? limit.asSoft() : limit);
        }
        for (String name : soft) {
            if (!names.contains(name)) {
                throw new InvalidInputException("--soft", name, "the name of a limit that --limit gives");
            }
        }
        for (String name : removed) {
            change = change.remove(name);
        }
        return version == null ? change : change.ifVersion(version);
    }

    /** Whether limits are set that refuse nothing. */
    boolean softens() {
        return !soft.isEmpty();
    }

    /** Whether limits are to be taken away. */
    boolean removes() {
        return !removed.isEmpty();
    }

    /**
     * The limits to be taken away that a level does not have: a slip of the pen would leave them in force unnoticed.
     */
    List<String> missing(LevelSettings level) {
        Set<String> there = level.limits().stream().map(Limit::name).collect(Collectors.toSet());
        return removed.stream().filter(name -> !there.contains(name)).toList();
    }

    /** The grammar of the Python system; its {@code =} is that of {@code replay}, whose parser does the rest. */
    static Limit parse(String text) {
        int colon = text.indexOf(':');
        int equals = text.indexOf('=');
        if (equals >= 0 && (colon < 0 || equals < colon)) {
            return OPTION.parse(text);
        }
        if (colon < 0) {
            throw new InvalidInputException("--limit", text, SYNTAX + ", for example rpm:120 or tpm:50000/min:80000");
        }
        String rest = text.substring(colon + 1);
        int burst = rest.indexOf(':');
        String rate = burst < 0 ? rest : rest.substring(0, burst);
        return OPTION.parse(
                text,
                text.substring(0, colon) + "=" + rate + (rate.contains("/") ? "" : "/min")
                        + (burst < 0 ? "" : rest.substring(burst)));
    }
}
