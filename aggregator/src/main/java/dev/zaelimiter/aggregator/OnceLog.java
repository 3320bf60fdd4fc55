package dev.zaelimiter.aggregator;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Logs each kind of trouble once, not each time that it comes. Safe for use by many threads. */
final class OnceLog {

    private static final int MOST = 200;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private final Consumer<String> log;
    private final Set<String> told = new LinkedHashSet<>();

    /** With what writes a line, and does not throw. */
    OnceLog(Consumer<String> log) {
        this.log = log;
    }

    void failures(List<String> failures) {
        for (String each : failures) {
            if (isNew(each)) {
                log.accept(each + ". Said once; figures tell how often");
            }
        }
    }

    void deadLetter(DeadLetter letter) {
        if (isNew(letter.reason())) {
            log.accept("a change can't be counted, and is put aside: " + letter.reason()
                    + ". Said once; figures tell how often. It is of "
                    + letter.record().key());
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
