package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A23: a wall clock that was set back by 1 to 60 s stopped a limit of 10 a second for as long, in one process too. */
@DisplayName("A23: somebody sets the clock of the host")
class ClockSetTest {

    private static final AcquireRequest ONE = request(1);
    private static final AcquireRequest ALL = request(10);

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("user-1")
                .resource("gpt-4")
                .take("rps", amount)
                .build();
    }

    private static boolean took(LimitRepository repository, AcquireRequest request) {
        return repository.rateLimiter().tryAcquire(request).granted();
    }

    private LimitRepository file() {
        return EmbeddedRepository.builder(directory.resolve("limits.zae"), Durability.PROCESS_CRASH)
                .environment(clock)
                .build();
    }

    private void assertGoesOn(LimitRepository repository, int seconds) {
        repository.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(repository, ALL)).isTrue();

        clock.shiftWall(Duration.ofSeconds(seconds));

        assertThat(took(repository, ONE))
                .as("nothing is refilled by setting a clock")
                .isFalse();
        clock.advance(Duration.ofMillis(99));
        assertThat(took(repository, ONE)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(took(repository, ONE)).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(took(repository, ALL)).isTrue();
        assertThat(took(repository, ONE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -30, -60, -61, -86_400, 60, 86_400})
    void inMemory_clockSet_limitsGoOn(int seconds) {
        try (LimitRepository repository =
                EmbeddedRepository.builder().environment(clock).build()) {
            assertGoesOn(repository, seconds);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -30, -60, -61, -86_400, 60, 86_400})
    void file_clockSetWhileItIsOpen_limitsGoOn(int seconds) {
        try (LimitRepository repository = file()) {
            assertGoesOn(repository, seconds);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -30, -60, -3_600, -86_400})
    void file_clockSetBackBetweenTwoLives_limitsGoOn(int seconds) {
        try (LimitRepository repository = file()) {
            repository.limits().setSystemDefaults(Limit.perSecond("rps", 10));
            clock.advance(Duration.ofSeconds(5));
            assertThat(took(repository, ALL)).isTrue();
        }

        clock.shiftWall(Duration.ofSeconds(seconds));

        try (LimitRepository repository = file()) {
            assertThat(took(repository, ONE)).isFalse();
            clock.advance(Duration.ofMillis(100));
            assertThat(took(repository, ONE)).isTrue();
            assertThat(took(repository, ONE)).isFalse();
        }
    }

    @Test
    void file_clockSetBackAndProcessKilled_limitsGoOn() throws IOException {
        Path killed = directory.resolve("killed.zae");
        try (LimitRepository repository = file()) {
            repository.limits().setSystemDefaults(Limit.perSecond("rps", 10));
            clock.advance(Duration.ofSeconds(5));
            clock.shiftWall(Duration.ofSeconds(-30));
            assertThat(took(repository, ALL)).isTrue();
            // As a kill leaves it: open, and stamped by a clock that went on while the host's was set back.
            Files.copy(directory.resolve("limits.zae"), killed);
        }

        try (LimitRepository repository = EmbeddedRepository.builder(killed, Durability.PROCESS_CRASH)
                .environment(clock)
                .build()) {
            assertThat(took(repository, ONE)).isFalse();
            clock.advance(Duration.ofMillis(100));
            assertThat(took(repository, ONE)).isTrue();
        }
    }

    @Test
    void file_clockWasDaysAheadInItsEarlierLife_limitsGoOnFromTheHostsTime() {
        clock.shiftWall(Duration.ofDays(400));
        try (LimitRepository repository = file()) {
            repository.limits().setSystemDefaults(Limit.perSecond("rps", 10));
            assertThat(took(repository, ALL)).isTrue();
        }

        clock.shiftWall(Duration.ofDays(-400));

        try (LimitRepository repository = file()) {
            assertThat(took(repository, ONE)).as("nothing is made of it").isFalse();
            clock.advance(Duration.ofSeconds(1));
            assertThat(took(repository, ONE)).isTrue();
        }
        assertThat(StoreFile.check(directory.resolve("limits.zae")).state()).isEqualTo(StoreFileReport.State.WHOLE);
    }

    @Test
    void on_aStoreInMemory_itsClockIsUsedUnlessAnEnvironmentIsSet() {
        try (InMemoryStore store = new InMemoryStore(clock)) {
            clock.shiftWall(Duration.ofDays(1));

            assertThat(store.clock().getAsLong())
                    .isEqualTo(clock.wallMillis() - Duration.ofDays(1).toMillis());
            try (LimitRepository own = RepositoryBuilder.on(store).build();
                    LimitRepository told = RepositoryBuilder.on(store)
                            .environment(clock)
                            .namespace("told")
                            .build()) {
                own.limits().setSystemDefaults(Limit.perSecond("rps", 10));
                told.limits().setSystemDefaults(Limit.perSecond("rps", 10));
                assertThat(took(own, ALL)).isTrue();
                assertThat(took(told, ALL)).isTrue();

                clock.advance(Duration.ofMillis(100));
                assertThat(took(own, ONE)).as("by the clock of the store").isTrue();
                clock.shiftWall(Duration.ofSeconds(-30));
                clock.advance(Duration.ofMillis(100));
                assertThat(took(told, ONE)).as("by the clock that was set").isFalse();
            }
        }
    }

    @Test
    void open_fileOfVersion1_goesOnAndIsVersion2OnceItIsWrittenAnew() throws IOException {
        Path file = directory.resolve("limits.zae");
        Files.copy(Path.of("..", "examples", "stores", "limits.zae"), file);
        long items = StoreFile.check(file).items();
        assertThat(version(file)).isEqualTo(1);
        for (int life = 0; life < 2; life++) {
            try (FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, clock)) {
                fill(store, 10);
            }
            assertThat(version(file)).isEqualTo(1);
        }
        try (FileStore store = new FileOpening(file, Durability.PROCESS_CRASH, clock, 1024).open()) {
            fill(store, 200);
            assertThat(store.statistics().rewrites()).isPositive();
        }
        assertThat(version(file)).isEqualTo(2);
        assertThat(StoreFile.check(file).items()).isEqualTo(items + 1);
    }

    private static int version(Path file) throws IOException {
        return Arrays.copyOfRange(Files.readAllBytes(file), 16, 20)[3];
    }

    private static void fill(FileStore store, int writes) {
        for (int i = 0; i < writes; i++) {
            store.write(Write.put(
                            WriteShape.put(null),
                            Item.builder(Key.of("p", "s")).put("n", i).build()))
                    .join();
        }
    }
}
