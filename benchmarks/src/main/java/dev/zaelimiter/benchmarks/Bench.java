package dev.zaelimiter.benchmarks;

import java.util.Arrays;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks whose class has the given name; further arguments are JMH's. */
public final class Bench {
    private Bench() {}

    /** Runs them. */
    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        if (args.length == 0) {
            System.err.println("usage: bench NAME [JMH options]");
            System.exit(2);
        }
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(rest))
                        .include("\\." + args[0] + "\\.")
                        .build())
                .run();
    }
}
