package dev.zaelimiter.llm;

import dev.zaelimiter.Limit;

/**
 * Estimates how many tokens a model will count. What it says is taken before the call; the difference to what was
 * really used is settled afterwards. For many threads, and fast: it runs before each call, on the caller's thread.
 */
@FunctionalInterface
public interface TokenEstimator {

    /** What a picture, a sound or a file counts by default. */
    long TOKENS_OF_AN_ATTACHMENT = 1_000;

    /** What each text of a prompt costs beside its own tokens: who says it, where it begins and ends. */
    long TOKENS_AROUND_A_TEXT = 4;

    /**
     * How many tokens a text has.
     *
     * @param text of any length
     * @return 0 to 10^15
     */
    long tokens(String text);

    /**
     * How many tokens a prompt has, without the answer.
     *
     * @param prompt what is sent
     * @return 0 to 10^15; by default the sum of its texts, with something around each and for each attachment
     */
    default long tokens(ModelPrompt prompt) {
        long sum = prompt.attachments() * TOKENS_OF_AN_ATTACHMENT;
        for (String text : prompt.texts()) {
            long tokens = tokens(text);
            if (tokens < 0 || tokens > Limit.MAX_AMOUNT) {
                // What is no number of tokens must not vanish in a sum.
                return tokens;
            }
            sum = Math.min(sum + tokens + TOKENS_AROUND_A_TEXT, Limit.MAX_AMOUNT);
        }
        return sum;
    }

    /**
     * Counts with jtokkit if that is on the class path, as OpenAI's models do, else by characters.
     *
     * @return an estimator
     */
    static TokenEstimator usual() {
        return Jtokkit.isThere() ? new JtokkitEstimator() : byCharacters();
    }

    /**
     * A token for every four characters of Latin script, for every two of other alphabets, and for each sign of
     * Chinese, Japanese and Korean. Never below what usual tokenizers say of plain text by much; code and numbers may
     * have up to twice as many.
     *
     * @return an estimator
     */
    static TokenEstimator byCharacters() {
        return CharacterEstimator.INSTANCE;
    }
}
