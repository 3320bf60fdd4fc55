package dev.zaelimiter.cli.replay;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who is behind an address. One household or host has a whole network of IPv6 addresses, by RFC 6177 a /64 or more, so
 * those that share a prefix are one; an IPv4 address stands for itself, also where it is written as
 * {@code ::ffff:1.2.3.4}. The port of a connection makes no difference, nor do the proxies that passed it on.
 */
final class ClientAddress {

    /** How many bits of an IPv6 address are one client's, unless told otherwise. */
    static final int USUAL_PREFIX = 64;

    static final int LONGEST_PREFIX = 128;

    private static final int GROUPS = 8;

    /** No address, and no name of a host that anybody could be asked for, is longer. */
    private static final int LONGEST = 300;

    private ClientAddress() {}

    /**
     * The name of the client.
     *
     * @param address an address, perhaps with a port, perhaps as {@code for=} of a Forwarded header; of several, as
     *     proxies list them, the first that is one counts; anything else is left as it is
     * @param prefix how many bits of an IPv6 address count, 1 to 128
     * @return for IPv6 the groups that count, in full, and {@code ::} if there are others, as in {@code 2001:db8:0:1::}
     */
    static String nameOf(String address, int prefix) {
        String first = first(address);
        String bare = bare(first);
        int[] groups = bare.indexOf(':') < 0 ? null : parse(bare);
        if (groups == null) {
            return isDotted(bare) ? bare : first;
        }
        if (isMapped(groups)) {
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

    /** Whether a text is an address, or a list that holds one. */
    static boolean isAddress(String text) {
        String bare = bare(first(text));
        return isDotted(bare) || (bare.indexOf(':') >= 0 && parse(bare) != null);
    }

    /** Whether an address is one that no client on the Internet has: that of a proxy, or of a neighbour. */
    static boolean isPrivate(String text) {
        String bare = bare(first(text));
        int[] four = dotted(bare);
        if (four == null) {
            int[] groups = bare.indexOf(':') < 0 ? null : parse(bare);
            if (groups == null) {
                return false;
            }
            if (!isMapped(groups)) {
                boolean loopback = groups[7] == 1 && firstAre(groups, 7, 0);
                return loopback || (groups[0] & 0xfe00) == 0xfc00 || (groups[0] & 0xffc0) == 0xfe80;
            }
            four = new int[] {groups[6] >> 8, groups[6] & 0xff, groups[7] >> 8, groups[7] & 0xff};
        }
        return four[0] == 10
                || four[0] == 127
                || (four[0] == 172 && four[1] >= 16 && four[1] < 32)
                || (four[0] == 192 && four[1] == 168)
                || (four[0] == 169 && four[1] == 254)
                || (four[0] == 100 && four[1] >= 64 && four[1] < 128);
    }

    private static boolean isMapped(int[] groups) {
        return groups[5] == 0xffff && firstAre(groups, 5, 0);
    }

    private static boolean firstAre(int[] groups, int count, int value) {
        for (int i = 0; i < count; i++) {
            if (groups[i] != value) {
                return false;
            }
        }
        return true;
    }

    /** The first of a list, or the first that is an address where proxies wrote {@code unknown} before it. */
    private static String first(String list) {
        String first = part(list, 0);
        for (int at = list.indexOf(','), tries = 0; at >= 0 && tries < 16; at = list.indexOf(',', at + 1), tries++) {
            if (isOne(first)) {
                return first;
            }
            String next = part(list, at + 1);
            if (isOne(next)) {
                return next;
            }
        }
        return first;
    }

    private static String part(String list, int from) {
        int comma = list.indexOf(',', from);
        String part = list.substring(from, comma < 0 ? list.length() : comma).strip();
        return part.toLowerCase(Locale.ROOT).startsWith("for=") ? forwarded(part) : part;
    }

    /** The address in {@code for="[2001:db8::7]:4711";proto=https}. */
    private static String forwarded(String part) {
        int semicolon = part.indexOf(';');
        String value = part.substring("for=".length(), semicolon < 0 ? part.length() : semicolon)
                .strip();
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    private static boolean isOne(String text) {
        String bare = bare(text);
        return isDotted(bare) || (bare.indexOf(':') >= 0 && parse(bare) != null);
    }

    /** Without a port, brackets, and the name of an interface behind a percent sign. */
    private static String bare(String address) {
        if (address.length() > LONGEST) {
            return address;
        }
        String inner = address;
        if (address.startsWith("[")) {
            int close = address.indexOf(']');
            boolean port = close > 0 && isPort(address, close + 1);
            inner = port || close == address.length() - 1 ? address.substring(1, Math.max(1, close)) : address;
        } else {
            int colon = address.indexOf(':');
            if (colon > 0 && colon == address.lastIndexOf(':') && isPort(address, colon)) {
                inner = address.substring(0, colon);
            }
        }
        int percent = inner.indexOf('%');
        return percent < 0 ? inner : inner.substring(0, percent);
    }

    /** Whether a colon and one to five digits are all that follows. */
    private static boolean isPort(String text, int colon) {
        int digits = text.length() - colon - 1;
        if (digits < 1 || digits > 5 || text.charAt(colon) != ':') {
            return false;
        }
        return number(text.substring(colon + 1), 10, 5) >= 0;
    }

    private static boolean isDotted(String text) {
        return dotted(text) != null;
    }

    private static int @Nullable [] dotted(String text) {
        if (text.length() < 7 || text.length() > 15 || text.charAt(0) > '9') {
            return null;
        }
        String[] parts = text.split("\\.", -1);
        int[] numbers = new int[4];
        for (int i = 0; i < 4; i++) {
            numbers[i] = parts.length == 4 ? number(parts[i], 10, 3) : -1;
            if (numbers[i] < 0 || numbers[i] > 255) {
                return null;
            }
        }
        return numbers;
    }

    /** The eight groups of an IPv6 address as RFC 4291 writes it, or null if it is none. */
    private static int @Nullable [] parse(String address) {
        int gap = address.indexOf("::");
        if (gap != address.lastIndexOf("::") || address.length() > LONGEST) {
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
        int[] parts = dotted(text);
        if (parts == null) {
            return false;
        }
        int at = groups.length - 2;
        for (int i = 0; i < 4; i++) {
            groups[at + i / 2] = groups[at + i / 2] << 8 | parts[i];
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
