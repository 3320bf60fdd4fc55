package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Level;
import dev.zaelimiter.cli.AResource;
import picocli.CommandLine.Parameters;

/** The level of a resource. */
public final class ResourceArgument implements LevelArgument {

    @Parameters(paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
    private String resource = "";

    @Override
    public Level level() {
        return Level.resource(resource);
    }
}
