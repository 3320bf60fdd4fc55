package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.Manual;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;

/** Runs commands for programs, and compares the keys that they print with those of their manuals. */
final class KeysAreKept {

    private final Map<String, CommandLine> commands = CommandTree.leaves();
    private final Set<String> seen = new HashSet<>();
    private final Function<String[], CommandRun> runner;

    KeysAreKept(Function<String[], CommandRun> runner) {
        this.runner = runner;
    }

    /** Runs a command that has something to show, and gives what it shows first. */
    Map<String, Object> of(String... args) {
        String name = commands.containsKey(args[0]) ? args[0] : args[0] + " " + args[1];
        String[] all = new String[args.length + 2];
        System.arraycopy(args, 0, all, 0, args.length);
        all[args.length] = "--output";
        all[args.length + 1] = "json";
        CommandRun run = runner.apply(all);
        assertThat(run.exitCode()).as("%s: %s", name, run.err()).isZero();
        return hold(name, run);
    }

    /** Looks at what a command has printed, and gives what it shows first. */
    Map<String, Object> hold(String name, CommandRun run) {
        Manual manual = CommandTree.manual(commands.get(name));
        assertThat(run.complaints()).as("%s", name).isEmpty();
        List<Map<String, Object>> objects = manual.list() ? Json.objects(run.out()) : List.of(Json.object(run.out()));
        assertThat(objects).as("%s", name).isNotEmpty();
        objects.forEach(object -> assertThat(object.keySet()).as("%s", name).containsExactly(manual.keys()));
        seen.add(name);
        return objects.get(0);
    }

    void areThoseOfEveryCommand() {
        assertThat(seen).containsExactlyInAnyOrderElementsOf(commands.keySet());
    }
}
