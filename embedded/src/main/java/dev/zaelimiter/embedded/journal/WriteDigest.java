package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Write;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * 128 bits of the SHA-256 of a list of writes: equal for equal writes, in any process. What is hashed is their text,
 * each part with its length before it.
 *
 * @param high the first half
 * @param low the second half
 */
public record WriteDigest(long high, long low) {

    /**
     * The digest of some writes.
     *
     * @param writes in order
     * @return their digest
     */
    public static WriteDigest of(List<Write> writes) {
        MessageDigest sha = sha256();
        for (Write write : writes) {
            add(sha, write.shape().toString());
            add(sha, write.key().pk());
            add(sha, write.key().sk());
            add(sha, Arrays.toString(write.wholes()));
            add(sha, Arrays.toString(write.values()));
            add(sha, String.valueOf(write.item()));
        }
        ByteBuffer digest = ByteBuffer.wrap(sha.digest());
        return new WriteDigest(digest.getLong(), digest.getLong());
    }

    private static void add(MessageDigest sha, String part) {
        // UTF-16, since UTF-8 has no way to write a lone surrogate.
        byte[] bytes = part.getBytes(StandardCharsets.UTF_16BE);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        sha.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
