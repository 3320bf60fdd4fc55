package dev.zaelimiter.cli.replay;

import org.jspecify.annotations.Nullable;

/**
 * Who is behind an address. One household or host has a whole network of IPv6 addresses, by RFC 6177 a /64 or more, so
 * those that share a prefix are one; an IPv4 address stands for itself, also where it is written as {@code ::ffff:1.2.3.4}.
 */
final class ClientAddress {

    /** How many bits of an IPv6 address are one client's, unless told otherwise. */
    static final int USUAL_PREFIX = 64;

    static final int LONGEST_PREFIX = 128;

    private static final int GROUPS = 8;

    private ClientAddress() {}

    /**
     * The name of the client.
     *
     * @param address an address; of several, as proxies list them, the first counts; anything else is left as it is
     * @param prefix how many bits of an IPv6 address count, 1 to 128
     * @return for IPv6 the groups that count, in full, and {@code ::} if there are others, as in {@code 2001:db8:0:1::}
     */
    static String nameOf(String address, int prefix) {
        int comma = address.indexOf(',');
        String first = comma < 0 ? address : address.substring(0, comma).strip();
        int[] groups = first.indexOf(':') < 0 ? null : parse(withoutZone(first));
        if (groups == null) {
            return first;
        }
        if (groups[0] == 0
                && groups[1] == 0
                && groups[2] == 0
                && groups[3] == 0
                && groups[4] == 0
                && groups[5] == 0xffff) {
            return (groups[6] >> 8) + "." + (groups[6] & 0xff) + "." + (groups[7] >> 8) + "." + (groups[7] & 0xff);
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i * 16 < prefix; i++) {
            int bits = Math.min(16, prefix - i * 16);
            int mask = 0xffff << (16 - bits) & 0xffff;
            name.append(i == 0 ? "" : ":").append(Integer.toHexString(groups[i] & mask));
        }
        return name.append(prefix > LONGEST_PREFIX - 16 ? "" : "::").toString();
    }

    /** Without brackets, and without the name of an interface behind a percent sign. */
    private static String withoutZone(String address) {
        String inner =
                address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
        int percent = inner.indexOf('%');
        return percent < 0 ? inner : inner.substring(0, percent);
    }

    /** The eight groups of an IPv6 address as RFC 4291 writes it, or null if it is none. */
    private static int @Nullable [] parse(String address) {
        int gap = address.indexOf("::");
        if (gap != address.lastIndexOf("::")) {
            return null;
        }
        if (gap < 0) {
            int[] groups = groups(address);
            return groups != null && groups.length == GROUPS ? groups : null;
        }
        int[] head = groups(address.substring(0, gap));
        int[] tail = groups(address.substring(gap + 2));
        if (head == null || tail == null || head.length + tail.length >= GROUPS) {
            return null;
        }
        int[] groups = new int[GROUPS];
        System.arraycopy(head, 0, groups, 0, head.length);
        System.arraycopy(tail, 0, groups, GROUPS - tail.length, tail.length);
        return groups;
    }

    private static int @Nullable [] groups(String text) {
        if (text.isEmpty()) {
            return new int[0];
        }
        String[] parts = text.split(":", -1);
        String last = parts[parts.length - 1];
        boolean dotted = last.indexOf('.') >= 0;
        int[] groups = new int[dotted ? parts.length + 1 : parts.length];
        for (int i = 0; i < (dotted ? parts.length - 1 : parts.length); i++) {
            groups[i] = number(parts[i], 16, 4);
            if (groups[i] < 0) {
                return null;
            }
        }
        return dotted && !addDotted(last, groups) ? null : groups;
    }

    private static boolean addDotted(String text, int[] groups) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        int at = groups.length - 2;
        for (int i = 0; i < 4; i++) {
            int part = number(parts[i], 10, 3);
            if (part < 0 || part > 255) {
                return false;
            }
            groups[at + i / 2] = groups[at + i / 2] << 8 | part;
        }
        return true;
    }

    /** A number in that base of at most that many digits, or -1. */
    private static int number(String text, int base, int most) {
        if (text.isEmpty() || text.length() > most) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), base) : -1;
            if (digit < 0) {
                return -1;
            }
            number = number * base + digit;
        }
        return number;
    }
}
