package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.admin.Administration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Which switch holds for entities on one resource, looked up once for each. For one thread. */
public final class Accesses {

    /** What {@link #of} says of what is refused without a limit. */
    public static final String DISABLED = "disabled";

    private final Administration admin;
    private final String resource;
    private final Map<String, String> known = new HashMap<>();

    /**
     * On a resource.
     *
     * @param admin of the namespace
     * @param resource on what
     */
    public Accesses(Administration admin, String resource) {
        this.admin = admin;
        this.resource = resource;
    }

    /**
     * What holds for an entity.
     *
     * @param entity who
     * @return {@code enabled}, {@code disabled} or {@code bypass}
     */
    public String of(String entity) {
        return known.computeIfAbsent(
                entity, id -> admin.switches().effective(id, resource).name().toLowerCase(Locale.ROOT));
    }
}
