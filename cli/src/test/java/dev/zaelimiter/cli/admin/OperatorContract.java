package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An operator's commands on a store: the same on every kind of store, to the letter. */
abstract class OperatorContract
        implements EntityStories,
                NamespaceStories,
                WrongUseStories,
                OddNameStories,
                EncodedNameStories,
                LimiterStories,
                ManifestStories,
                OverviewStories,
                JsonStories,
                TwoOperatorsStories,
                UsageStories,
                UpgradeStories {

    @TempDir
    private Path manifests;

    private List<String> store = List.of();

    /** A store that nobody has used, as it is named on the command line. */
    abstract List<String> newStore();

    @Override
    public abstract LimitRepository open();

    @Override
    public abstract String dump();

    @BeforeEach
    void create() {
        store = newStore();
        assertThat(run("namespace", "register", "tenant-a", "--create").exitCode())
                .isZero();
    }

    @Override
    public Path manifests() {
        return manifests;
    }

    @Override
    public CommandRun run(String... args) {
        return CommandRun.asking(question -> question.contains("client_min_version") ? "y" : null, onStore(args));
    }

    @Override
    public CommandRun into(Writer out, String... args) {
        return CommandRun.into(out, CommandRun.PLAIN, onStore(args));
    }

    private String[] onStore(String... args) {
        List<String> options = new ArrayList<>(store);
        if (!args[0].equals("store")) {
            options.addAll(List.of("--principal", "alice"));
        }
        return with(options, args);
    }

    /** What follows {@code --} is no option. */
    private static String[] with(List<String> options, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        int end = all.indexOf("--");
        all.addAll(end < 0 ? all.size() : end, options);
        return all.toArray(String[]::new);
    }
}
