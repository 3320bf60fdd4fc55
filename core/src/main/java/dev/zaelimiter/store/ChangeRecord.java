package dev.zaelimiter.store;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * One change of one item.
 *
 * @param key which item
 * @param before as it was, or null if it was created
 * @param after as it is, or null if it went
 * @param expired whether it went because its time to live had passed
 * @param sequence grows with each change of the same key; of any length, since DynamoDB's numbers have up to 40 digits.
 *     The same change has the same number in every feed of the store
 * @param atMillis when it was made, by the store's clock: milliseconds since the epoch, perhaps in whole seconds
 */
public record ChangeRecord(
        Key key, @Nullable Item before, @Nullable Item after, boolean expired, BigInteger sequence, long atMillis) {}
