package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCommandTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void writeFile() {
        file = directory.resolve("limits.zae");
        try (FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, new ManualClock())) {
            for (int i = 0; i < 100; i++) {
                Item item = Item.builder(Key.of("p", "item-" + (100 + i)))
                        .put("n", i)
                        .put("price", new AttributeValue.Decimal("1.5"))
                        .put("name", "é\ud800")
                        .put("yes", true)
                        .put("nothing", AttributeValue.Null.NULL)
                        .put("list", new AttributeValue.Sequence(List.of(AttributeValue.of(1))))
                        .put("map", new AttributeValue.Mapping(Map.of("k", AttributeValue.of("v"))))
                        .put("set", new AttributeValue.TextSet(Set.of("b", "a")))
                        .put("raw", new AttributeValue.Opaque("B", "AA=="))
                        .build();
                store.write(Write.put(WriteShape.put(null), item)).join();
            }
        }
    }

    private void damage() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 8, (byte) 0);
        Files.write(file, bytes);
    }

    @Test
    void check_wholeFile_saysSo() throws IOException {
        CommandRun run = CommandRun.of("store", "check", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines().get(0)).isEqualTo(file + ": whole");
        assertThat(run.lines().get(1)).matches(" +items +100");
        assertThat(run.lines().get(2).replace(",", "")).endsWith(" " + Files.size(file));
    }

    @Test
    void check_damagedFile_saysWhereAndHowMuchIsLeft() throws IOException {
        damage();
        byte[] bytes = Files.readAllBytes(file);

        CommandRun run = CommandRun.of("store", "check", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines().get(0)).isEqualTo(file + ": damaged");
        assertThat(run.err())
                .startsWith("zae-limiter store check: " + file + " is damaged at byte ")
                .endsWith("; 99 items are readable" + System.lineSeparator());
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(directory)
                .isDirectoryNotContaining(path -> !path.getFileName().toString().startsWith("limits.zae"));
    }

    @Test
    void check_json_isOneObject() throws IOException {
        damage();
        CommandRun run = CommandRun.of("store", "check", "--output", "json", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).hasSize(1);
        assertThat(run.out())
                .contains("\"state\":\"damaged\",\"items\":99,")
                .contains("\"unfinished_bytes\":0,\"problem\":");
    }

    @Test
    void check_whatIsNoStoreFile_isRefused() throws IOException {
        Path other = directory.resolve("notes.txt");
        Files.writeString(other, "not a store");

        for (String command : List.of("check", "export")) {
            assertRefused(CommandRun.of("store", command, other.toString()), "is no store file of zae-limiter");
            assertRefused(
                    CommandRun.of("store", command, directory.resolve("none").toString()), "is not there");
            assertRefused(CommandRun.of("store", command, directory.toString()), "is no file");
            assertRefused(CommandRun.of("store", command, ""), "is not a file name");
            assertRefused(CommandRun.of("store", command, "a\0b"), "is not a file name");
            assertThat(CommandRun.of("store", command).exitCode()).isEqualTo(2);
        }
        assertRefused(
                CommandRun.of(
                        "store", "export", "--store", directory.resolve("new").toString(), other.toString()),
                "has nothing in it that could be copied");
        assertThat(directory.resolve("new")).doesNotExist();
    }

    private static void assertRefused(CommandRun run, String message) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("zae-limiter store ").contains(message);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void export_wholeFile_printsEachItemInDynamosNotation() {
        CommandRun run = CommandRun.of("store", "export", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).hasSize(100);
        assertThat(run.lines().get(7))
                .isEqualTo("{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"item-107\"},\"list\":{\"L\":[{\"N\":\"1\"}]},"
                        + "\"map\":{\"M\":{\"k\":{\"S\":\"v\"}}},\"n\":{\"N\":\"7\"},"
                        + "\"name\":{\"S\":\"\\u00E9\\uD800\"},\"nothing\":{\"NULL\":true},"
                        + "\"price\":{\"N\":\"1.5\"},\"raw\":{\"B\":\"AA==\"},\"set\":{\"SS\":[\"a\",\"b\"]},"
                        + "\"yes\":{\"BOOL\":true}}");
    }

    @Test
    void export_damagedFile_printsWhatIsReadableAndSaysThatItIsNotAll() throws IOException {
        damage();

        CommandRun run = CommandRun.of("store", "export", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).hasSize(99);
        assertThat(run.err()).contains("is damaged at byte ").contains("99 items are readable");
    }

    @Test
    void export_toANewStore_canBeOpened() throws IOException {
        damage();
        Path saved = directory.resolve("saved.zae");

        CommandRun run = CommandRun.of("store", "export", file.toString(), "--store", saved.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(saved + ": 99 items" + System.lineSeparator());
        try (LimitRepository repository = EmbeddedRepository.file(saved)) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1));
            AcquireRequest request =
                    AcquireRequest.entity("e").resource("r").take("rpm", 1).build();
            assertThat(repository.rateLimiter().tryAcquire(request).granted()).isTrue();
        }
        assertRefused(
                CommandRun.of("store", "export", file.toString(), "--store", saved.toString()), "is there already");
    }

    @Test
    void export_toANewStore_forPrograms_isOneObject() {
        Path saved = directory.resolve("saved.zae");
        CommandRun run =
                CommandRun.of("store", "export", file.toString(), "--store", saved.toString(), "--output", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(Json.object(run.out())).containsExactly(entry("file", saved.toString()), entry("items", 100L));
    }

    @Test
    void check_fileInUse_isAsOfNow() {
        try (FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, new ManualClock())) {
            store.write(Write.of(WriteShape.delete(null), Key.of("p", "item-100")))
                    .join();

            assertThat(CommandRun.of("store", "check", file.toString()).lines().get(1))
                    .matches(" +items +99");
        }
    }

    @Test
    void store_withoutACommand_showsWhichThereAre() {
        CommandRun run = CommandRun.of("store");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("check").contains("export");
    }
}
