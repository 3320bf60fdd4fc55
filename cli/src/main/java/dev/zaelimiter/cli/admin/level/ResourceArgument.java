package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.ConfigLevel;
import picocli.CommandLine.Parameters;

/** The level of a resource. */
public final class ResourceArgument implements LevelArgument {

    @Parameters(paramLabel = "RESOURCE", description = "The resource's name.")
    private String resource = "";

    @Override
    public ConfigLevel level() {
        return ConfigLevel.resource(resource);
    }
}
