package dev.zaelimiter.infra;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Answers of a service that speaks CBOR: maps, lists, texts, numbers and times. */
final class Cbor {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Cbor() {}

    static byte[] of(Object value) {
        Cbor cbor = new Cbor();
        cbor.write(value);
        return cbor.out.toByteArray();
    }

    private void write(Object value) {
        if (value instanceof Map<?, ?> map) {
            head(5, map.size());
            map.forEach((key, each) -> {
                write(key);
                write(each);
            });
        } else if (value instanceof List<?> list) {
            head(4, list.size());
            list.forEach(this::write);
        } else if (value instanceof Instant time) {
            head(6, 1);
            write((double) time.getEpochSecond());
        } else if (value instanceof Double number) {
            out.write(0xfb);
            out.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
        } else {
            byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
            head(3, text.length);
            out.writeBytes(text);
        }
    }

    private void head(int type, int length) {
        if (length < 24) {
            out.write(type << 5 | length);
        } else {
            out.write(type << 5 | 25);
            out.write(length >> 8);
            out.write(length);
        }
    }
}
