package dev.zaelimiter.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a shard of a stream.
 *
 * @param records the changes, in order
 * @param next where the next ones are; null if the shard has ended, and all of it is read
 * @param gap whether changes before these are lost, since the store keeps none for so long
 */
public record StreamPage(
        List<ChangeRecord> records, @Nullable StreamPlace next, boolean gap) {

    /** Copies the list. */
    public StreamPage {
        records = List.copyOf(records);
    }
}
