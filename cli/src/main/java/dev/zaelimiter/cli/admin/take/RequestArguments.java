package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who asks for how much of what. */
final class RequestArguments {

    private static final String SYNTAX = "LIMIT=N";

    @Parameters(index = "0", paramLabel = "ENTITY", description = "The entity's id.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "RESOURCE", description = "The resource's name.")
    private String resource = "";

    @Option(
            names = {"-t", "--take"},
            paramLabel = SYNTAX,
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
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (String text : takes) {
            int at = text.indexOf('=') >= 0 ? text.indexOf('=') : text.indexOf(':');
            if (at < 1 || !text.substring(at + 1).matches("[0-9]{1,18}")) {
                throw new InvalidInputException("--take", text, SYNTAX + ", for example rpm=1");
            }
            if (amounts.put(text.substring(0, at), Long.valueOf(text.substring(at + 1))) != null) {
                throw new InvalidInputException("--take", text, "each limit once");
            }
        }
        return amounts;
    }

    AcquireRequest.Builder request() {
        return AcquireRequest.entity(entity).resource(resource);
    }
}
