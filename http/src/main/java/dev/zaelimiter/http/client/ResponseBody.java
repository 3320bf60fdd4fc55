package dev.zaelimiter.http.client;

import dev.zaelimiter.Lease;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, as it is read: {@link #seen} for each part, in order, and {@link #ended} or
 * {@link #brokenOff} at the end, the first of which counts. Until then nothing is settled by it. Safe for use by many
 * threads.
 */
public final class ResponseBody {

    private final Settlements settlements;
    private @Nullable Lease lease;
    private byte[] kept = new byte[512];
    private long seen;

    ResponseBody(Settlements settlements, @Nullable Lease lease) {
        this.settlements = settlements;
        this.lease = lease;
    }

    /**
     * A part of it was read.
     *
     * @param part its bytes; the buffer's position stays
     */
    public void seen(ByteBuffer part) {
        synchronized (this) {
            if (lease != null) {
                keep(part.duplicate());
            }
        }
    }

    private void keep(ByteBuffer rest) {
        if (rest.remaining() > BodySpent.LONGEST_END) {
            rest.position(rest.limit() - BodySpent.LONGEST_END);
            kept = new byte[BodySpent.LONGEST_END];
            seen = 0;
        }
        while (rest.hasRemaining()) {
            if (seen == kept.length && kept.length < BodySpent.LONGEST_END) {
                kept = Arrays.copyOf(kept, Math.min(2 * kept.length, BodySpent.LONGEST_END));
            }
            int at = (int) (seen % kept.length);
            int length = Math.min(rest.remaining(), kept.length - at);
            rest.get(kept, at, length);
            seen += length;
        }
    }

    /** All of it was read: what the call really took is settled by its end. */
    public void ended() {
        byte[] end;
        Lease held;
        synchronized (this) {
            held = lease;
            end = end();
            lease = null;
        }
        if (held != null) {
            try (held) {
                settlements.settle(held, end);
            }
        }
    }

    /** It was not read to its end: what was taken is kept. */
    public void brokenOff() {
        Lease held;
        synchronized (this) {
            held = lease;
            lease = null;
        }
        if (held != null) {
            held.close();
        }
    }

    private byte[] end() {
        if (seen <= kept.length) {
            return Arrays.copyOf(kept, (int) seen);
        }
        int first = (int) (seen % kept.length);
        byte[] end = new byte[kept.length];
        System.arraycopy(kept, first, end, 0, kept.length - first);
        System.arraycopy(kept, 0, end, kept.length - first, first);
        return end;
    }
}
