package dev.zaelimiter.embedded.journal;

import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli), for which processors have an instruction. */
final class Crc {

    private Crc() {}

    static int of(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}
