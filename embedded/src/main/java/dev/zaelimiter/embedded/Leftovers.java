package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.KeptChange;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.LastingFeed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes by the feed that left them. */
final class Leftovers {

    private Leftovers() {}

    static List<LastingFeed.Leftover> of(Collection<KeptChange> changes) {
        Map<String, List<ChangeRecord>> byFeed = new LinkedHashMap<>();
        for (KeptChange each : changes) {
            byFeed.computeIfAbsent(each.feed(), name -> new ArrayList<>()).add(each.told());
        }
        return byFeed.entrySet().stream()
                .map(each -> new LastingFeed.Leftover(each.getKey(), each.getValue()))
                .toList();
    }
}
