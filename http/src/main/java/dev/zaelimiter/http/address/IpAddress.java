package dev.zaelimiter.http.address;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address of IPv4 (4 bytes) or IPv6 (16 bytes), read from a literal and never from a name. An IPv6 address that
 * stands for an IPv4 one is that one: {@code ::ffff:a.b.c.d}, and {@code 64:ff9b::a.b.c.d} of translators (RFC 6052).
 */
final class IpAddress {

    /** The longest literal: eight groups with an IPv4 address at their end. */
    private static final int LONGEST = 45;

    private static final int LONGEST_ZONE = 64;
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};
    private static final byte[] TRANSLATED = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final Pattern PORT = Pattern.compile(":([0-9]{1,5}|_[A-Za-z0-9._-]{1,64})");

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A literal without port and brackets; a zone is passed over. Null for anything else. */
    static @Nullable IpAddress parse(String text) {
        byte[] raw = parseRaw(text);
        return raw == null ? null : new IpAddress(unmapped(raw));
    }

    /** What stands in a field: a literal, perhaps with a port, perhaps in brackets. Null for anything else. */
    static @Nullable IpAddress parseNode(String node) {
        if (node.startsWith("[")) {
            int end = node.indexOf(']');
            boolean legal = end > 0 && (end == node.length() - 1 || isPort(node, end + 1));
            // Brackets are for IPv6.
            return legal && node.indexOf(':') < end ? parse(node.substring(1, end)) : null;
        }
        int colon = node.indexOf(':');
        boolean isV4WithPort = colon >= 0 && node.indexOf('.') >= 0 && node.indexOf('.') < colon;
        if (isV4WithPort) {
            return isPort(node, colon) ? parse(node.substring(0, colon)) : null;
        }
        return parse(node);
    }

    /** A colon, and a port as RFC 7239 has it: up to five digits, or an obfuscated one. */
    private static boolean isPort(String node, int colon) {
        return PORT.matcher(node).region(colon, node.length()).matches();
    }

    static byte @Nullable [] parseRaw(String text) {
        String literal = text;
        int zone = text.indexOf('%');
        if (zone >= 0) {
            literal = text.substring(0, zone);
            int length = text.length() - zone - 1;
            if (length < 1 || length > LONGEST_ZONE || literal.indexOf(':') < 0) {
                return null;
            }
        }
        if (literal.length() > LONGEST) {
            return null;
        }
        return literal.indexOf(':') < 0 ? parseV4(literal) : parseV6(literal);
    }

    /** Four decimal numbers. A leading zero is refused: some read it as octal, and then it is another address. */
    private static byte @Nullable [] parseV4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return null;
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            if (!OCTET.matcher(parts[i]).matches()) {
                return null;
            }
            int value = Integer.parseInt(parts[i]);
            if (value > 255) {
                return null;
            }
            bytes[i] = (byte) value;
        }
        return bytes;
    }

    private static byte @Nullable [] parseV6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            byte[] all = groups(text);
            return all != null && all.length == 16 ? all : null;
        }
        byte[] left = groups(text.substring(0, gap));
        byte[] right = groups(text.substring(gap + 2));
        // The gap stands for at least one group.
        if (left == null || right == null || left.length + right.length > 14 || text.indexOf("::", gap + 1) >= 0) {
            return null;
        }
        if (text.substring(0, gap).indexOf('.') >= 0) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(left, 16);
        System.arraycopy(right, 0, bytes, 16 - right.length, right.length);
        return bytes;
    }

    /** Groups with colons between them, the last one perhaps an IPv4 address. */
    private static byte @Nullable [] groups(String text) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] parts = text.split(":", -1);
        byte[] bytes = new byte[2 * parts.length + 2];
        int size = 0;
        for (int i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
                byte[] v4 = parseV4(parts[i]);
                if (v4 == null) {
                    return null;
                }
                System.arraycopy(v4, 0, bytes, size, 4);
                size += 4;
            } else {
                if (!GROUP.matcher(parts[i]).matches()) {
                    return null;
                }
                int group = Integer.parseInt(parts[i], 16);
                bytes[size++] = (byte) (group >> 8);
                bytes[size++] = (byte) group;
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    private static byte[] unmapped(byte[] raw) {
        return startsWith(raw, MAPPED) || startsWith(raw, TRANSLATED) ? Arrays.copyOfRange(raw, 12, 16) : raw;
    }

    private static boolean startsWith(byte[] raw, byte[] prefix) {
        return raw.length == 16 && Arrays.equals(raw, 0, prefix.length, prefix, 0, prefix.length);
    }

    byte[] bytes() {
        return bytes;
    }

    boolean isV4() {
        return bytes.length == 4;
    }

    /** The text of the network that an address of IPv6 lies in, as RFC 5952 writes it; an address of IPv4 as it is. */
    String networkText(int v6Bits) {
        if (isV4()) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        String text = v6Text(masked(bytes, v6Bits));
        return v6Bits == 128 ? text : text + "/" + v6Bits;
    }

    static byte[] masked(byte[] bytes, int bits) {
        byte[] masked = bytes.clone();
        for (int i = 0; i < masked.length; i++) {
            int kept = Math.max(0, Math.min(8, bits - 8 * i));
            masked[i] &= (byte) (0xff << (8 - kept));
        }
        return masked;
    }

    private static String v6Text(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int bestStart = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int length = 0;
            while (i + length < 8 && groups[i + length] == 0) {
                length++;
            }
            if (length > bestLength) {
                bestStart = i;
                bestLength = length;
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == bestStart) {
                out.append("::");
                i += bestLength - 1;
            } else {
                if (out.length() > 0 && out.charAt(out.length() - 1) != ':') {
                    out.append(':');
                }
                out.append(Integer.toHexString(groups[i]));
            }
        }
        return out.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return networkText(128);
    }
}
