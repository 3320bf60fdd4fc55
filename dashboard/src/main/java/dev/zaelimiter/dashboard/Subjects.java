package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What tabs follow, the least recently asked for forgotten first. Safe for use by many threads. */
final class Subjects {

    private static final int MOST = 64;

    private final Environment environment;
    private final ReadAllowance allowance;
    private final StoreWork work;
    private final Map<String, Followed> followed = new LinkedHashMap<>(MOST, 0.75f, true);

    Subjects(Environment environment, ReadAllowance allowance, StoreWork work) {
        this.environment = environment;
        this.allowance = allowance;
        this.work = work;
    }

    /**
     * Finds what is followed, or begins to follow it.
     *
     * @param name unique
     * @param everyMillis how often it is read at most
     * @param reading makes what reads it, checking names first
     */
    Followed get(String name, long everyMillis, Supplier<Reading> reading) {
        synchronized (followed) {
            Followed known = followed.get(name);
            if (known != null) {
                return known;
            }
        }
        Followed made = new Followed(reading.get(), environment, allowance, work, everyMillis);
        synchronized (followed) {
            Followed first = followed.putIfAbsent(name, made);
            if (followed.size() > MOST) {
                followed.remove(followed.keySet().iterator().next());
            }
            return first == null ? made : first;
        }
    }

    /** Something was changed: all is read anew when it is asked for. */
    void expire() {
        List<Followed> all;
        synchronized (followed) {
            all = new ArrayList<>(followed.values());
        }
        all.forEach(Followed::expire);
    }
}
