package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines behind what a full disk or a kill has left. */
class DeadLetterFileTest {

    @TempDir
    private Path directory;

    private static DeadLetter letter(String reason) {
        return new DeadLetter(
                "table shard-1",
                Samples.change(7, null, Samples.bucket(1000, 5000).build()),
                reason);
    }

    /** The next letter stood in the same line as one that was cut, and neither could be read. */
    @Test
    void keep_behindALineThatIsCut_beginsALineOfItsOwn() throws Exception {
        Path file = Files.writeString(
                directory.resolve("dead.jsonl"), letter("first").json() + "\n{\"reason\":\"cu");
        DeadLetterFile letters = new DeadLetterFile(file, Runnable::run);

        letters.keep(letter("second")).join();
        letters.keep(letter("third")).join();

        assertThat(Files.readString(file))
                .isEqualTo(letter("first").json() + "\n{\"reason\":\"cu\n"
                        + letter("second").json() + "\n" + letter("third").json() + "\n");
    }

    @Test
    void keep_inAFileThatIsNotThere_makesIt() throws Exception {
        Path file = directory.resolve("dead.jsonl");

        new DeadLetterFile(file, Runnable::run).keep(letter("first")).join();

        assertThat(Files.readString(file)).isEqualTo(letter("first").json() + "\n");
    }
}
