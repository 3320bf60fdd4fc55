package dev.zaelimiter.aggregator;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/** Logs each kind of trouble once, not each time that it comes. Safe for use by many threads. */
final class OnceLog {

    private static final int MOST = 200;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private final Logger log;
    private final Set<String> told = new LinkedHashSet<>();

    OnceLog(Logger log) {
        this.log = log;
    }

    void failures(List<String> failures) {
        for (String each : failures) {
            if (isNew(each)) {
                log.warn("{}. Said once; figures tell how often", each);
            }
        }
    }

    void deadLetter(DeadLetter letter) {
        if (isNew(letter.reason())) {
            log.warn(
                    "a change can't be counted, and is put aside: {}. Said once; figures tell how often. It is of {}",
                    letter.reason(),
                    letter.record().key());
        }
    }

    private synchronized boolean isNew(String said) {
        // Numbers tell one case from another, not one kind from another.
        String what = DIGITS.matcher(said).replaceAll("0");
        if (told.size() >= MOST) {
            told.remove(told.iterator().next());
        }
        return told.add(what);
    }
}
