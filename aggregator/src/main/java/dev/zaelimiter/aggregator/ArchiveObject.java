package dev.zaelimiter.aggregator;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Records of changes that expired on one day of one namespace, as JSON lines in gzip. The name tells where they came
 * from and the number of the first, so that the same records always go to the same object, however they are delivered.
 */
public final class ArchiveObject {

    private final String name;
    private final byte[] gzip;
    private final int events;

    ArchiveObject(String name, byte[] gzip, int events) {
        this.name = name;
        this.gzip = gzip;
        this.events = events;
    }

    /**
     * Its name, with {@code /} between parts: {@code audit/namespace=…/year=…/month=…/day=…/….jsonl.gz}.
     *
     * @return letters, digits and {@code / = - _ . :}
     */
    public String name() {
        return name;
    }

    /**
     * What is in it.
     *
     * @return a copy
     */
    public byte[] gzip() {
        return gzip.clone();
    }

    /**
     * How many records are in it.
     *
     * @return 1 or more
     */
    public int events() {
        return events;
    }

    /**
     * The number of the last record in an object.
     *
     * @param gzip the whole content of an object that was made here
     * @return its number in the stream
     * @throws IOException if it is no such object, or a part of one
     */
    public static BigInteger lastIn(byte[] gzip) throws IOException {
        String last = null;
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(gzip)), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                last = line;
            }
        }
        Optional<BigInteger> sequence = last == null ? Optional.empty() : JsonLines.sequence(last);
        return sequence.orElseThrow(() -> new IOException("not an archive of records: no number in its last line"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArchiveObject that && name.equals(that.name) && Arrays.equals(gzip, that.gzip);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(gzip);
    }

    @Override
    public String toString() {
        return name + " (" + events + " events)";
    }
}
