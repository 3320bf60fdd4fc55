package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each release has stored is read by all later ones. A release leaves a folder in {@code compatibility/stores}: a
 * file of the store, the items in it as a table holds them, and what that release told of them. Made once, before the
 * release, by {@code bin/test StoresOfReleasesTest -Dstores=record}, which never touches the folder of another release.
 */
class StoresOfReleasesTest {

    private static final Path STORES = Checkout.ROOT.resolve("compatibility/stores");

    @TempDir
    private Path directory;

    static List<Path> releases() throws IOException {
        Path now = STORES.resolve(currentMinor());
        if ("record".equals(System.getProperty("stores"))) {
            RecordedStore.record(now);
        }
        try (Stream<Path> folders = Files.list(STORES)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static String currentMinor() {
        return Checkout.pom(".").replaceFirst("(?s).*?<version>(\\d+\\.\\d+)\\..*", "$1");
    }

    @ParameterizedTest
    @MethodSource("releases")
    void file_ofEachRelease_tellsTheSame(Path release) throws IOException {
        Path copy = directory.resolve("limits.zae");
        Files.copy(release.resolve("limits.zae"), copy);

        assertThat(RecordedStore.told(copy)).isEqualTo(Files.readString(release.resolve("told.txt")));
    }

    /** As processes on a table find what those of the release before have left there. */
    @ParameterizedTest
    @MethodSource("releases")
    void items_ofEachRelease_tellTheSame(Path release) throws IOException {
        List<Item> items = new ArrayList<>();
        for (String line : Files.readAllLines(release.resolve("items.jsonl"))) {
            items.add(ItemJson.read(line));
        }
        Path made = directory.resolve("made.zae");
        StoreFile.create(made, items::forEach);

        assertThat(items).hasSizeGreaterThan(20);
        assertThat(RecordedStore.told(made)).isEqualTo(Files.readString(release.resolve("told.txt")));
    }

    /** Writing goes on where the release stopped: what is left can be taken, and not one token more. */
    @ParameterizedTest
    @MethodSource("releases")
    void file_ofEachRelease_isWrittenOn(Path release) throws IOException {
        Path copy = directory.resolve("limits.zae");
        Files.copy(release.resolve("limits.zae"), copy);

        assertThat(RecordedStore.takenUntilRefused(copy)).isEqualTo(RecordedStore.LEFT_OF_TPM);
        assertThat(RecordedStore.takenUntilRefused(copy)).isZero();
    }

    @Test
    void thisRelease_hasLeftAFolder() {
        assertThat(STORES.resolve(currentMinor()))
                .as("no store of this release is kept: run bin/test StoresOfReleasesTest -Dstores=record")
                .isDirectory();
        assertThat(new ManualClock(RecordedStore.START).now()).isEqualTo(RecordedStore.START);
    }
}
