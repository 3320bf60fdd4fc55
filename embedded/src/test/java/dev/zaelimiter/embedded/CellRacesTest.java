package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One cell, and real threads that ask for its item while others pack it and change its numbers in place. */
@Tag("threads")
@Timeout(60)
class CellRacesTest {

    private static final int ROUNDS = 100_000;
    private static final Account.Attributes ATTRIBUTES = new Account.Attributes(List.of("b"), List.of("c"), "w");

    private final Key key = Key.of("pk", "sk");
    private final Cell cell = new Cell(key);
    private final Accounts accounts = new Accounts(() -> true);

    /** A sweep for a new bucket unpacked one that another thread unpacked and took from meanwhile: the write failed. */
    @Test
    void item_packedAndOpenedMeanwhile_isThatItem() {
        Item first = Item.builder(key).put("b", 5).put("c", 7).put("w", 1).build();
        cell.set(first);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> looks = CompletableFuture.runAsync(
                () -> {
                    for (long i = 0; i < 1_000L * ROUNDS && !done.get(); i++) {
                        assertThat(Objects.requireNonNull(cell.item()).whole("b", 0))
                                .isEqualTo(5);
                    }
                },
                task -> new Thread(task, "looks").start());
        try {
            for (int i = 0; i < ROUNDS && !looks.isDone(); i++) {
                cell.pack();
                CellAccount account =
                        Objects.requireNonNull(accounts.open(Objects.requireNonNull(cell.item()), ATTRIBUTES, 1));
                cell.open(account);
                account.close();
            }
        } finally {
            done.set(true);
        }
        assertThat(looks).succeedsWithin(Duration.ofSeconds(20));
        Item last = Objects.requireNonNull(cell.item());
        assertThat(last.whole("b", 0)).isEqualTo(5);
        assertThat(last.whole("c", 0)).isEqualTo(7);
    }
}
