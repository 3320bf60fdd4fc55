package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Level;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One of the levels of an entity. */
public final class EntityArgument implements LevelArgument {

    private static final String EVERY_RESOURCE = "_default_";

    @Parameters(
            paramLabel = "ENTITY",
            converter = AnEntity.class,
            description = "The entity's id; it need not have been created.")
    private String id = "";

    @Option(
            names = {"-r", "--resource"},
            paramLabel = "NAME",
            converter = AResource.class,
            description = "On this resource (default: on every resource, which is called _default_).")
    private @Nullable String resource;

    @Override
    public Level level() {
        String on = named(resource);
        return on == null ? Level.entity(id) : Level.entity(id, on);
    }

    /**
     * What lists show for every resource stands for it everywhere.
     *
     * @param resource a name, or null for every resource
     * @return a name, or null for every resource
     */
    public static @Nullable String named(@Nullable String resource) {
        return EVERY_RESOURCE.equals(resource) ? null : resource;
    }
}
