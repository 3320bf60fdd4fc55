package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/**
 * Some windows of usage.
 *
 * @param records the newest first for each resource that one entity uses; the newest first of all for one resource
 * @param next what to go on with; empty if this is the last page
 */
public record UsagePage(List<UsageRecord> records, Optional<String> next) {

    /** Copies the list. */
    public UsagePage {
        records = List.copyOf(records);
    }
}
