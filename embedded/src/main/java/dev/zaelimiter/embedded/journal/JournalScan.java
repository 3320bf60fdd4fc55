package dev.zaelimiter.embedded.journal;

import org.jspecify.annotations.Nullable;

/**
 * What was found in a file that is ours and whose head is readable.
 *
 * @param head what the file is
 * @param end where its last batch ends
 * @param length how long the file is, in bytes
 * @param damage what is wrong, and where; null if nothing is
 */
public record JournalScan(
        FileHead head, Mark end, long length, @Nullable Damage damage) {

    /**
     * Something in a file that should not be as it is.
     *
     * @param offset where, in bytes from the start
     * @param what a phrase
     */
    public record Damage(long offset, String what) {}

    /**
     * Whether all that was acknowledged is there.
     *
     * @return false for a damaged file
     */
    public boolean isWhole() {
        return damage == null;
    }

    /**
     * The bytes after the last batch: the beginning of one that nobody was told of.
     *
     * @return 0 or more
     */
    public long unfinished() {
        return isWhole() ? length - end.length() : 0;
    }

    /**
     * Whether the file was closed, so that nothing may follow its end.
     *
     * @return false if it is in use, or its process was killed
     */
    public boolean isClosed() {
        return end.state() == Mark.State.CLOSED;
    }
}
