package dev.zaelimiter.llm;

/** What a limit counts of calls to a model. */
enum Quantity {
    REQUESTS,
    TOTAL_TOKENS,
    INPUT_TOKENS,
    OUTPUT_TOKENS
}
