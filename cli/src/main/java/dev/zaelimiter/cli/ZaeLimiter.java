package dev.zaelimiter.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command zae-limiter. */
@Command(name = "zae-limiter", mixinStandardHelpOptions = true, description = "A token-bucket rate limiter.")
public final class ZaeLimiter implements Callable<Integer> {
    @Option(names = "--file", description = "A file whose size is told.")
    private @Nullable Path file;

    @Option(names = "--exit", description = "The exit code.")
    private int exit;

    private ZaeLimiter() {}

    @Override
    public Integer call() throws Exception {
        if (file != null) {
            System.out.println(Files.size(file));
        }
        return exit;
    }

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ZaeLimiter()).execute(args));
    }
}
