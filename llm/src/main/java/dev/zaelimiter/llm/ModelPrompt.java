package dev.zaelimiter.llm;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is about to be sent to a model, as far as it costs tokens. Immutable.
 *
 * <pre>{@code
 * ModelPrompt prompt = ModelPrompt.of("Be brief.", "How are you?").forModel("gpt-4").answerAtMost(200);
 * }</pre>
 */
public final class ModelPrompt {

    private static final long NOT_SAID = -1;

    private final @Nullable String model;
    private final List<String> texts;
    private final int attachments;
    private final long answerAtMost;

    private ModelPrompt(@Nullable String model, List<String> texts, int attachments, long answerAtMost) {
        this.model = model;
        this.texts = texts;
        this.attachments = attachments;
        this.answerAtMost = answerAtMost;
    }

    /**
     * A prompt of texts.
     *
     * @param texts one for each message, description of a tool, and so on
     * @return a prompt for no model in particular
     */
    public static ModelPrompt of(List<String> texts) {
        return new ModelPrompt(null, List.copyOf(texts), 0, NOT_SAID);
    }

    /**
     * A prompt of texts.
     *
     * @param texts one for each message
     * @return a prompt for no model in particular
     */
    public static ModelPrompt of(String... texts) {
        return of(List.of(texts));
    }

    /**
     * The same for a model.
     *
     * @param name as its provider calls it; null for the provider's default
     * @return another prompt
     */
    public ModelPrompt forModel(@Nullable String name) {
        return new ModelPrompt(name, texts, attachments, answerAtMost);
    }

    /**
     * The same with pictures, sounds or files beside the texts.
     *
     * @param count how many, 0 or more
     * @return another prompt
     * @throws InvalidInputException if it is negative
     */
    public ModelPrompt withAttachments(int count) {
        if (count < 0) {
            throw new InvalidInputException("attachments", count, "0 or more");
        }
        return new ModelPrompt(model, texts, count, answerAtMost);
    }

    /**
     * The same with a longest answer.
     *
     * @param tokens 0 or more, as the request tells the model; null if it does not
     * @return another prompt
     * @throws InvalidInputException if it is negative
     */
    public ModelPrompt answerAtMost(@Nullable Integer tokens) {
        if (tokens != null && tokens < 0) {
            throw new InvalidInputException("answerAtMost", tokens, "0 or more tokens");
        }
        return new ModelPrompt(model, texts, attachments, tokens == null ? NOT_SAID : tokens);
    }

    /**
     * Which model.
     *
     * @return as its provider calls it; null for the provider's default
     */
    public @Nullable String model() {
        return model;
    }

    /**
     * Messages, descriptions of tools, and whatever else is sent as text.
     *
     * @return one text for each
     */
    public List<String> texts() {
        return texts;
    }

    /**
     * Pictures, sounds and files.
     *
     * @return how many
     */
    public int attachments() {
        return attachments;
    }

    /**
     * The longest answer that the model is asked for.
     *
     * @return tokens; empty if the request does not say
     */
    public OptionalLong answerAtMost() {
        return answerAtMost == NOT_SAID ? OptionalLong.empty() : OptionalLong.of(answerAtMost);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelPrompt that
                && Objects.equals(model, that.model)
                && texts.equals(that.texts)
                && attachments == that.attachments
                && answerAtMost == that.answerAtMost;
    }

    @Override
    public int hashCode() {
        return Objects.hash(model, texts, attachments, answerAtMost);
    }

    /** Without the texts: they are nobody's business in a log. */
    @Override
    public String toString() {
        return texts.size() + " texts for " + (model == null ? "the default model" : model);
    }
}
