package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is visible, or about to be, and must be written whole: a change, or a transaction. */
interface Staged {

    /** Adds it to a batch; may be asked for again if the batch could not be written. */
    void encode(BatchEncoder batch, JournalFile file);

    /** Tells those who hear of changes. */
    void publish(Published to);

    /** No change, but a reason to write a batch: each says who follows the changes, and what they are done with. */
    record Note() implements Staged {
        @Override
        public void encode(BatchEncoder batch, JournalFile file) {}

        @Override
        public void publish(Published to) {}
    }

    /** One change. */
    record Single(Key key, @Nullable Item before, @Nullable Item after, boolean expired) implements Staged {
        @Override
        public void encode(BatchEncoder batch, JournalFile file) {
            if (after != null) {
                batch.put(after);
            } else if (expired && file.keepsChanges()) {
                batch.expire(key);
            } else {
                batch.remove(key);
            }
        }

        @Override
        public void publish(Published to) {
            to.publish(key, before, after, expired);
        }
    }

    /** What an account has left. */
    record Left(FileAccounts accounts, FileAccount account, Item item) implements Staged {
        @Override
        public void encode(BatchEncoder batch, JournalFile file) {
            batch.put(item);
        }

        @Override
        public void publish(Published to) {
            to.publishLeft(account.key(), account.base(), item);
            accounts.written(account);
        }
    }

    /** A transaction. Not for use by several threads, once it is handed over. */
    final class Transaction implements Staged {
        private final List<Change> changes;
        private final String token;
        private final List<Write> writes;
        private @Nullable SpentToken spent;

        Transaction(List<Change> changes, String token, List<Write> writes) {
            this.changes = changes;
            this.token = token;
            this.writes = writes;
        }

        @Override
        public void encode(BatchEncoder batch, JournalFile file) {
            for (Change change : changes) {
                Item after = change.after();
                if (after == null) {
                    batch.remove(change.cell().key());
                } else {
                    batch.put(after);
                }
            }
            if (spent == null) {
                spent = file.spend(token, writes);
            }
            batch.token(spent);
        }

        @Override
        public void publish(Published to) {
            changes.forEach(change -> to.publish(change.cell().key(), change.before(), change.after(), false));
        }
    }
}
