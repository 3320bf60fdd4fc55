package dev.zaelimiter.llm;

/** Counts quarters of tokens. Pure. */
final class CharacterEstimator implements TokenEstimator {

    static final CharacterEstimator INSTANCE = new CharacterEstimator();

    private static final int END_OF_LATIN = 0x250;
    private static final int FIRST_OF_EAST_ASIA = 0x2e80;

    private CharacterEstimator() {}

    @Override
    public long tokens(String text) {
        long quarters = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Half of a pair of surrogates counts as a sign of its own: what needs one costs two tokens and more.
            quarters += c < END_OF_LATIN ? 1 : c < FIRST_OF_EAST_ASIA ? 2 : 4;
        }
        return (quarters + 3) / 4;
    }
}
