package dev.zaelimiter.llm;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;

/**
 * Counts with the encoding of the prompt's model, or with that of today's models of OpenAI where it has none. For many
 * threads.
 */
final class JtokkitEstimator implements TokenEstimator {

    /** A longer text is counted by characters: its tokens would take milliseconds to count. */
    static final int LONGEST = 100_000;

    private final EncodingRegistry registry = Encodings.newLazyEncodingRegistry();

    @Override
    public long tokens(String text) {
        return count(registry.getEncoding(EncodingType.O200K_BASE), text);
    }

    @Override
    public long tokens(ModelPrompt prompt) {
        String model = prompt.model();
        Encoding encoding = (model == null ? registry.getEncoding("none") : registry.getEncodingForModel(model))
                .orElseGet(() -> registry.getEncoding(EncodingType.O200K_BASE));
        TokenEstimator ofTheModel = text -> count(encoding, text);
        return ofTheModel.tokens(prompt);
    }

    /** Ordinary: a text that looks like a control token is a text, and no error. */
    private static long count(Encoding encoding, String text) {
        return text.length() > LONGEST ? CharacterEstimator.INSTANCE.tokens(text) : encoding.countTokensOrdinary(text);
    }
}
