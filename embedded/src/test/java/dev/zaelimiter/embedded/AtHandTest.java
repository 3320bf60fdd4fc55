package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which items stay as they are used, and that none is changed by being packed. */
@Tag("threads")
@Timeout(60)
class AtHandTest {

    private static final int PLACES = 16;

    private final AtHand atHand = new AtHand(PLACES);

    private static Item item(int number, long balance) {
        return Item.builder(Key.of("p#" + number, "s"))
                .put("b", balance)
                .put("c", 0)
                .put("w", 1)
                .build();
    }

    private static List<Cell> cells(int count) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Item item = item(i, i);
            Cell cell = new Cell(item.key());
            cell.set(item);
            cells.add(cell);
        }
        return cells;
    }

    private void ask(Cell cell) {
        assertThat(cell.item()).isNotNull();
        atHand.use(cell);
    }

    @Test
    void use_moreThanThereArePlaces_theOldestArePackedAndTheSame() {
        List<Cell> cells = cells(100);
        cells.forEach(this::ask);

        assertThat(cells.stream().filter(cell -> !cell.isPacked())).hasSize(PLACES);
        assertThat(cells.subList(100 - PLACES, 100)).noneMatch(Cell::isPacked);
        for (int i = 0; i < 100; i++) {
            assertThat(cells.get(i).peek()).isEqualTo(item(i, i));
        }
        assertThat(cells.get(0).isPacked()).as("after a look").isTrue();
    }

    @Test
    void use_oneIsAskedForAllTheTime_itStaysTheVerySame() {
        List<Cell> cells = cells(1000);
        Cell busy = cells.get(0);
        Item item = Objects.requireNonNull(busy.item());
        for (Cell cell : cells) {
            ask(cell);
            ask(busy);
        }

        assertThat(busy.item()).isSameAs(item);
        assertThat(cells.stream().filter(cell -> !cell.isPacked())).hasSize(PLACES);
    }

    @Test
    void use_allAreAskedForInTurn_noMoreThanThePlacesStay() {
        List<Cell> cells = cells(3 * PLACES);
        for (int round = 0; round < 5; round++) {
            for (Cell cell : cells) {
                ask(cell);
                ask(cell);
            }
        }

        assertThat(cells.stream().filter(cell -> !cell.isPacked()).count()).isLessThanOrEqualTo(PLACES);
        for (int i = 0; i < cells.size(); i++) {
            assertThat(cells.get(i).item()).isEqualTo(item(i, i));
        }
    }

    @Test
    void use_numbersAreChangedInPlace_theAccountStaysOpen() {
        Accounts accounts = new Accounts(() -> true);
        List<Cell> cells = cells(500);
        Cell busy = cells.get(0);
        Account.Attributes attributes = new Account.Attributes(List.of("b"), List.of("c"), "w");
        MemoryAccount account =
                Objects.requireNonNull(accounts.open(Objects.requireNonNull(busy.item()), attributes, 7));
        atHand.use(busy);
        busy.open(account);
        cells.forEach(cell -> {
            if (cell != busy) {
                ask(cell);
            }
        });

        long[] seen = Objects.requireNonNull(account.balances());
        assertThat(account.exchange(seen, new long[] {-5})).isTrue();
        account.close();
        cells.subList(1, 100).forEach(this::ask);
        assertThat(busy.isPacked()).isTrue();
        assertThat(busy.ttl()).isEqualTo(Long.MAX_VALUE);
        assertThat(Objects.requireNonNull(busy.item()).whole("b", 0)).isEqualTo(-5);
        assertThat(Objects.requireNonNull(busy.item()).whole("c", 0)).isEqualTo(5);
    }

    @Test
    void use_cellsOfItemsThatAreGone_makeRoom() {
        List<Cell> cells = cells(200);
        for (Cell cell : cells) {
            ask(cell);
            cell.set(null);
        }

        assertThat(cells).allSatisfy(cell -> assertThat(cell.item()).isNull());
        assertThat(cells.get(0).ttl()).isEqualTo(Long.MIN_VALUE);
    }

    /** Bug that this looks for: an item packed while it is being changed takes the change back. */
    @Test
    void use_manyThreadsChangeAndPack_noChangeIsLost() {
        AtHand few = new AtHand(2);
        List<Cell> cells = cells(6);
        int rounds = 40_000;
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    SplittableRandom random = new SplittableRandom(thread);
                    for (int i = 0; i < rounds; i++) {
                        Cell cell = cells.get(random.nextInt(cells.size()));
                        synchronized (cell) {
                            Item before = Objects.requireNonNull(cell.item());
                            few.use(cell);
                            long[] wholes = before.copyWholes();
                            wholes[0]++;
                            cell.set(before.withWholes(wholes));
                        }
                        assertThat(cells.get(random.nextInt(cells.size())).item())
                                .isNotNull();
                    }
                }))
                .toList();
        threads.forEach(CompletableFuture::join);

        assertThat(cells.stream()
                        .mapToLong(cell -> Objects.requireNonNull(cell.item()).whole("b", 0))
                        .sum())
                .isEqualTo(4L * rounds + 15);
    }
}
