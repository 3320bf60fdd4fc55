package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who asks for how much of what. */
final class RequestArguments {

    @Parameters(index = "0", paramLabel = "ENTITY", converter = AnEntity.class, description = "The entity's id.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
    private String resource = "";

    @Option(
            names = {"-t", "--take"},
            paramLabel = Amounts.SYNTAX,
            description = "How many tokens of a limit. May be repeated.")
    private final List<String> takes = new ArrayList<>();

    String entity() {
        return entity;
    }

    String resource() {
        return resource;
    }

    /** What is asked for, by limit. */
    Map<String, Long> takes() {
        return Amounts.parse("--take", takes);
    }

    AcquireRequest.Builder request() {
        return AcquireRequest.entity(entity).resource(resource);
    }
}
