package dev.zaelimiter.http.client;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** All scopes of a program, a bounded number of them. For many threads. */
final class Scopes {

    /** More services than these at a time share what they say: each of them holds all of them back. */
    static final int MOST = 1_000;

    private final ConcurrentMap<String, Scope> byName = new ConcurrentHashMap<>();
    private final Scope others = new Scope("many services");

    Scope of(String name, long nowNanos) {
        Scope known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (byName.size() >= MOST) {
            byName.values().removeIf(scope -> scope.isIdle(nowNanos));
        }
        return byName.size() >= MOST ? others : byName.computeIfAbsent(name, Scope::new);
    }
}
