package dev.zaelimiter.http;

/**
 * One field of a response.
 *
 * @param name its name, in ASCII; case does not matter
 * @param value its value, in printable ASCII
 */
public record HeaderField(String name, String value) {

    static HeaderField retryAfter(long seconds) {
        return new HeaderField("Retry-After", Long.toString(seconds));
    }

    @Override
    public String toString() {
        return name + ": " + value;
    }
}
