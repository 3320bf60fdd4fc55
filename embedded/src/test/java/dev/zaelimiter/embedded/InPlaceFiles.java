package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** What tests of accounts on files share. */
final class InPlaceFiles {

    static final Account.Attributes ATTRIBUTES = new Account.Attributes(List.of("b", "d"), List.of("c", "e"), "w");
    static final long FULL = 1_000_000;

    private static final WriteShape ADD =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "b", new Operand.Constant(AttributeValue.of(1)))));

    private InPlaceFiles() {}

    static Item put(FileStore store, Key key) {
        Item item = Item.builder(key)
                .put("b", FULL)
                .put("c", 0)
                .put("d", FULL)
                .put("e", 0)
                .put("w", 1)
                .build();
        store.write(Write.put(WriteShape.put(null), item)).join();
        return item;
    }

    /** One more of b, which is no change in place. */
    static void addOne(FileStore store, Key key) {
        store.write(Write.of(ADD, key)).join();
    }

    static Item get(FileStore store, Key key) {
        return Objects.requireNonNull(store.get(key).join());
    }

    static Account account(FileStore store, Key key, long mark) {
        Account account = store.account(get(store, key), ATTRIBUTES, mark);
        // The first time the file of sums has to be made, and an item that was just left is not in the file yet.
        return account != null
                ? account
                : Objects.requireNonNull(store.account(get(store, key), ATTRIBUTES, mark), "no account");
    }

    static boolean take(Account account, long b, long d) {
        long[] seen = account.balances();
        return seen != null && account.exchange(seen, new long[] {seen[0] - b, seen[1] - d});
    }

    static Path sums(Path file) {
        return file.resolveSibling(file.getFileName() + ".sums");
    }

    /** Files as a kill at this moment would leave them. */
    static void kill(Path file, Path copy) throws IOException {
        Files.deleteIfExists(sums(copy));
        Files.deleteIfExists(copy);
        if (Files.exists(sums(file))) {
            Files.copy(sums(file), sums(copy));
        }
        Files.copy(file, copy);
    }

    static void assertTaken(Item item, long b, long d) {
        assertThat(item.whole("b", -1)).as("b of %s", item).isEqualTo(FULL - b);
        assertThat(item.whole("c", -1)).as("c of %s", item).isEqualTo(b);
        assertThat(item.whole("d", -1)).as("d of %s", item).isEqualTo(FULL - d);
        assertThat(item.whole("e", -1)).as("e of %s", item).isEqualTo(d);
    }
}
