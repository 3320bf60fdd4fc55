package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    @TempDir
    private Path directory;

    private Path old() throws IOException {
        Path old = Files.writeString(directory.resolve("old"), "old");
        return Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r-----"));
    }

    @Test
    void write_overAFile_keepsItsPermissionsAndLeavesNothingElse() throws IOException {
        Path old = old();
        WholeFile.write(old, "new");
        assertThat(old).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
                .isEqualTo("rw-r-----");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(old);
        }
    }

    /** A link was replaced by a file, and with it /dev/stdout. */
    @Test
    void write_overALink_replacesWhatItLeadsTo() throws IOException {
        Path old = old();
        Path link = Files.createSymbolicLink(directory.resolve("link"), old.getFileName());
        WholeFile.write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(old).hasContent("new");
    }

    @Test
    void write_overADevice_writesToIt() throws IOException {
        Path device = Path.of("/dev/null");
        WholeFile.write(device, "new");
        assertThat(Files.isRegularFile(device)).isFalse();
        assertThat(device).exists();
    }

    @Test
    void reason_doesNotNameTheFileAgain() {
        Path missing = directory.resolve("no-folder").resolve("file");
        assertThatThrownBy(() -> WholeFile.write(missing, "new"))
                .satisfies(e ->
                        assertThat(WholeFile.reason((IOException) e)).isEqualTo("there is no such file or folder"));
        assertThat(WholeFile.reason(new IOException("No space left on device"))).isEqualTo("No space left on device");
    }
}
