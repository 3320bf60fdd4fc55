package dev.zaelimiter.tests.backends;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One request or answer of HTTP/1.1, byte by byte as it came, with a body of declared length: what DynamoDB's clients
 * and servers send.
 *
 * @param head from the first line to the empty one
 * @param body perhaps empty
 */
record HttpMessage(String head, byte[] body) {

    private static final String END = "\r\n\r\n";

    /** The next message, or null where the other side has hung up in between. */
    static @Nullable HttpMessage read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < END.length() || head.indexOf(END, head.length() - END.length()) < 0) {
            int next = in.read();
            if (next < 0) {
                if (head.isEmpty()) {
                    return null;
                }
                throw new EOFException("cut within a head: " + head);
            }
            head.append((char) next);
        }
        String length = header(head.toString(), "content-length");
        byte[] body = in.readNBytes(length == null ? 0 : Integer.parseInt(length));
        if (length != null && body.length < Integer.parseInt(length)) {
            throw new EOFException("cut within a body");
        }
        return new HttpMessage(head.toString(), body);
    }

    /** An answer that DynamoDB gives to what it does not do. */
    static HttpMessage error(int status, String code) {
        return error(status, code, "");
    }

    /** An error with more fields, each after a comma. */
    static HttpMessage error(int status, String code, String more) {
        byte[] body = ("{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"on demand\"" + more
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
        return new HttpMessage(
                "HTTP/1.1 " + status + " Fault\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: "
                        + body.length + END,
                body);
    }

    @Nullable
    String header(String name) {
        return header(head, name);
    }

    private static @Nullable String header(String head, String name) {
        for (String line : head.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return null;
    }

    void write(OutputStream out) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(head.length() + body.length);
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        all.writeTo(out);
        out.flush();
    }
}
