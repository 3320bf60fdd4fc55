package dev.zaelimiter.testkit.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StandInModel} answers to one request. Immutable.
 *
 * @param status of the response
 * @param headers of the response
 * @param pieces of the answer: one each where it is streamed
 * @param usage tokens of prompt and answer, or null for an answer that does not say
 * @param tool a tool that is to be called, with its arguments, or null
 * @param breaksOff whether the connection ends after the pieces, in the middle of the answer
 * @param stalls whether nothing more comes after the pieces until the client has gone, or the model is closed
 */
public record ModelReply(
        int status,
        Map<String, String> headers,
        List<String> pieces,
        @Nullable Usage usage,
        @Nullable Tool tool,
        boolean breaksOff,
        boolean stalls) {

    /**
     * What a model says that it has used.
     *
     * @param input tokens of the prompt
     * @param output tokens of the answer
     */
    public record Usage(long input, long output) {}

    /**
     * A tool that the model wants called.
     *
     * @param name of the tool
     * @param arguments in JSON
     */
    public record Tool(String name, String arguments) {}

    /** Copies the lists. */
    public ModelReply {
        headers = Map.copyOf(headers);
        pieces = List.copyOf(pieces);
    }

    /**
     * An answer without a usage.
     *
     * @param pieces of it
     * @return a reply
     */
    public static ModelReply of(String... pieces) {
        return new ModelReply(200, Map.of(), List.of(pieces), null, null, false, false);
    }

    /**
     * A wish for a tool.
     *
     * @param name of the tool
     * @param arguments in JSON
     * @return a reply
     */
    public static ModelReply calling(String name, String arguments) {
        return new ModelReply(200, Map.of(), List.of(), null, new Tool(name, arguments), false, false);
    }

    /**
     * A failure.
     *
     * @param status 400 to 599
     * @return a reply
     */
    public static ModelReply failing(int status) {
        return new ModelReply(status, Map.of(), List.of(), null, null, false, false);
    }

    /**
     * The same with a usage.
     *
     * @param input tokens of the prompt
     * @param output tokens of the answer
     * @return another reply
     */
    public ModelReply using(long input, long output) {
        return new ModelReply(status, headers, pieces, new Usage(input, output), tool, breaksOff, stalls);
    }

    /**
     * The same with a header.
     *
     * @param name of the header
     * @param value of the header
     * @return another reply
     */
    public ModelReply header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ModelReply(status, more, pieces, usage, tool, breaksOff, stalls);
    }

    /**
     * The same, but the connection ends after the pieces.
     *
     * @return another reply
     */
    public ModelReply breakingOff() {
        return new ModelReply(status, headers, pieces, usage, tool, true, stalls);
    }

    /**
     * The same, but nothing comes after the pieces.
     *
     * @return another reply
     */
    public ModelReply stalling() {
        return new ModelReply(status, headers, pieces, usage, tool, breaksOff, true);
    }
}
