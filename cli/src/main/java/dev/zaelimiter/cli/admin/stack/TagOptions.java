package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all that a stack makes has in common: tags, and what bounds its roles. */
public final class TagOptions {

    @Option(
            names = "--permission-boundary",
            paramLabel = "ARN",
            description = "A policy of IAM that bounds each role that is made.")
    private @Nullable String boundary;

    @Option(
            names = {"-t", "--tag"},
            paramLabel = "KEY=VALUE",
            description = "A tag for the stack and all in it; may be given again.")
    private List<String> tags = List.of();

    /**
     * Sets what was given.
     *
     * @param setBoundary takes the policy, if there is one
     * @param setTag takes each tag
     * @throws InvalidInputException if a tag has no name
     */
    public void addTo(Consumer<String> setBoundary, BiConsumer<String, String> setTag) {
        if (boundary != null) {
            setBoundary.accept(boundary);
        }
        for (String tag : tags) {
            int equals = tag.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException("--tag", tag, "KEY=VALUE");
            }
            setTag.accept(tag.substring(0, equals), tag.substring(equals + 1));
        }
    }
}
