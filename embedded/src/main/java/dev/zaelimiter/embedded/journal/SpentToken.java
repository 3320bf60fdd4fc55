package dev.zaelimiter.embedded.journal;

/**
 * The token of a committed transaction.
 *
 * @param token the token
 * @param digest tells the transaction's writes from others
 * @param wallMillis when it was committed, by the wall clock
 * @param writes how many writes it had
 */
public record SpentToken(String token, WriteDigest digest, long wallMillis, int writes) {}
