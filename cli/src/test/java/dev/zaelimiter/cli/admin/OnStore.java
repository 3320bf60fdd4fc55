package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs commands on a store of some kind. Each is a process of its own, so what one has stored the next one finds. */
interface OnStore {

    /** Runs a command on the store. */
    CommandRun run(String... args);

    /** Runs a command on the store, whose standard output goes elsewhere. */
    CommandRun into(Writer out, String... args);

    /** Opens the store in this process, for a test that needs more than commands can do. */
    LimitRepository open();

    /** All that is stored, to be compared. */
    String dump();

    /**
     * Has the store tell of its changes from now on, for commands that read them, where one does so only if it is told
     * to.
     */
    default void tellChanges() {}

    /** A directory for manifests. */
    Path manifests();

    default String done(String... args) {
        CommandRun run = run(args);
        assertThat(run.complaints()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out();
    }

    default void refused(int exitCode, String message, String... args) {
        CommandRun run = run(args);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().findFirst().orElse("")).contains(message);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    default String manifest(String yaml) {
        try {
            return Files.writeString(Files.createTempFile(manifests(), "limits", ".yaml"), yaml)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
