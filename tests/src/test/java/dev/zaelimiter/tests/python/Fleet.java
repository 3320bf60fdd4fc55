package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.Map;
import java.util.Set;

/** A process of ours and a client of the original, both warm, with 10 of {@code rpd} a day for everybody. */
final class Fleet {

    final SharedTable table;
    final LimitRepository ours;
    final Administration admin;
    final Client theirs;

    Fleet(SharedTable table) {
        this.table = table;
        this.ours = table.process();
        this.admin = Administration.of(ours);
        this.theirs = table.client("theirs");
        ours.limits().setResourceDefaults(RESOURCE, Limit.perDay("rpd", 10));
        SharedTable.took(ours, "warm", "rpd", 0);
        warm("warm");
    }

    /** A bucket that both have used, and that is full. */
    void warm(String entity) {
        SharedTable.took(ours, entity, "rpd", 1);
        theirs.took(entity, "rpd", 1);
        admin.refills().reset(entity, RESOURCE, Set.of(), null);
        table.seconds(2);
    }

    /** Changes something by the original's repository. */
    void python(String method, Map<String, ?> named) {
        theirs.repository(method, named);
    }

    /** Until a process of ours has heard of a change: the time to live of what it knows, and one acquire. */
    void letKnow() {
        table.seconds(61);
        try {
            SharedTable.took(ours, "warm", "rpd", 0);
        } catch (RuntimeException refused) {
            // What it hears is looked at afterwards.
        }
        table.millis(10);
    }
}
