package dev.zaelimiter;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Makes legal names of texts that are none, and texts of them again: addresses such as {@code ::1}, paths, ARNs, e-mail
 * addresses with a plus sign. A name that is legal stays as it is, so nothing changes for those who have such names.
 *
 * <pre>{@code
 * NameEncoding.ENTITY.encode("::1");           // x--::1
 * NameEncoding.RESOURCE.encode("/v1/users");   // x--/v1/users
 * NameEncoding.ENTITY.encode("a+b@x.org");     // x--a_2bb@x.org
 * NameEncoding.ENTITY.decode("x--a_2bb@x.org") // a+b@x.org
 * }</pre>
 *
 * <p>An encoded name begins with {@code x--}. What follows is the text, with {@code _} and two hexadecimal digits for
 * each byte in UTF-8 that the kind of name does not allow, and for {@code _} itself. Two texts never share a name: a
 * text that looks like an encoded name is encoded, too. Whoever takes names from outside encodes them on the way in.
 * Programs pass names on as they are; people are shown what {@link #show} gives, and what they type is read by
 * {@link #parse}. All messages of this library show names so.
 *
 * <p>Immutable, for any thread.
 */
public enum NameEncoding {
    /** Ids of entities: up to 256 characters once encoded. */
    ENTITY(Names.LONGEST_ENTITY, "_.-:@"),

    /** Names of resources: up to 64 characters once encoded. */
    RESOURCE(Names.LONGEST_RESOURCE, "_.-/:"),

    /** Names of limits: up to 64 characters once encoded. */
    LIMIT(Names.LONGEST_LIMIT, "_.-");

    private static final String ENCODED = "x--";
    private static final String SHORTENED = "xs--";
    private static final char ESCAPE = '_';
    private static final int DIGEST_BYTES = 16;
    private static final HexFormat HEX = HexFormat.of();

    private final int longest;
    private final String signs;

    NameEncoding(int longest, String signs) {
        this.longest = longest;
        this.signs = signs;
    }

    /**
     * Makes a name of a text, so that {@link #decode} gives the text back.
     *
     * @param text any text of at least one character that is well-formed Unicode
     * @return the text itself if it is legal and does not look encoded, otherwise a name that begins with {@code x--}
     * @throws InvalidInputException if the text is empty, holds half a surrogate pair, or makes too long a name
     */
    public String encode(String text) {
        String name = encoded(text);
        if (name.length() > longest) {
            throw new InvalidInputException(
                    field(),
                    text,
                    "a text whose encoded name has up to " + longest + " characters; this one has " + name.length());
        }
        return name;
    }

    /**
     * Makes a name of a text of any length. A text that is too long to be encoded becomes {@code xs--}, 128 bits of its
     * SHA-256 digest in hexadecimal, and as much of its beginning as fits: distinct, the same each time, and not to be
     * decoded.
     *
     * @param text any text of at least one character that is well-formed Unicode
     * @return what {@link #encode} gives if that is short enough, otherwise the shortened name
     * @throws InvalidInputException if the text is empty or holds half a surrogate pair
     */
    public String encodeOrShorten(String text) {
        String name = encoded(text);
        return name.length() <= longest ? name : shortened(text);
    }

    /**
     * Gives the text back.
     *
     * @param name any name
     * @return the text that {@link #encode} made it of; any other name, also a shortened one, as it is
     */
    public String decode(String name) {
        if (!name.startsWith(ENCODED) || name.length() > longest) {
            return name;
        }
        String text = unescaped(name.substring(ENCODED.length()));
        // Other ways to write the same text were not made here, and stand for themselves.
        return text != null && !text.isEmpty() && encoded(text).equals(name) ? text : name;
    }

    /**
     * What people are shown for a name: the text that it was made of, as in {@code ::1} for {@code x--::1}. A text that
     * could be taken for something else is shown by its name: one that looks encoded itself, one that begins with
     * {@code _} or {@code $}, as names of the schema do, or with {@code -}, as options do, and one in which something
     * can't be seen.
     *
     * @param name any name
     * @return a text of which {@link #parse} makes the same name again; what is no legal name, as it is
     */
    public String show(String name) {
        if (!name.startsWith(ENCODED)) {
            return name;
        }
        String text = decode(name);
        return standsForItself(text) ? text : name;
    }

    /**
     * What people are shown where nobody knows of which kind a name is, as in a table.
     *
     * @param name any text
     * @return what {@link #show} of the first kind gives that could have made the name; anything else as it is
     */
    public static String showAny(String name) {
        for (NameEncoding kind : values()) {
            String shown = kind.show(name);
            if (!shown.equals(name)) {
                return shown;
            }
        }
        return name;
    }

    /**
     * The name of what a person typed, or read in a message of this library: what is a legal name stands for itself,
     * also if it is encoded; any other text is encoded.
     *
     * @param shown a name, or a text that {@link #show} gives
     * @return a legal name
     * @throws InvalidInputException if the text could be taken for something else, or makes too long a name
     */
    public String parse(String shown) {
        if (!isLegal(shown) && standsForItself(shown)) {
            return encode(shown);
        }
        requireLegal(shown);
        return shown;
    }

    /** Whether people can tell a text from all others. */
    private static boolean standsForItself(String text) {
        return !text.isEmpty()
                && !text.startsWith(ENCODED)
                && !text.startsWith(SHORTENED)
                && "_$- ".indexOf(text.charAt(0)) < 0
                && text.charAt(text.length() - 1) != ' '
                && text.codePoints().allMatch(NameEncoding::isSeen);
    }

    private static boolean isSeen(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }

    private String encoded(String text) {
        byte[] bytes = utf8(text);
        if (!text.startsWith(ENCODED) && !text.startsWith(SHORTENED) && isLegal(text)) {
            return text;
        }
        StringBuilder name = new StringBuilder(ENCODED);
        for (byte b : bytes) {
            if (b >= 0 && b != ESCAPE && isAllowed((char) b)) {
                name.append((char) b);
            } else {
                name.append(ESCAPE).append(HEX.toHexDigits(b));
            }
        }
        return name.toString();
    }

    private String shortened(String text) {
        StringBuilder name = new StringBuilder(SHORTENED)
                .append(HEX.formatHex(sha256(utf8(text)), 0, DIGEST_BYTES))
                .append('-');
        for (int i = 0; i < text.length() && name.length() < longest; i++) {
            char c = text.charAt(i);
            name.append(isAllowed(c) ? c : '.');
        }
        return name.toString();
    }

    private void requireLegal(String text) {
        switch (this) {
            case ENTITY -> Names.entity(field(), text);
            case RESOURCE -> Names.resource(text);
            case LIMIT -> Names.limit(field(), text);
        }
    }

    private boolean isLegal(String text) {
        try {
            requireLegal(text);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    private boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.indexOf(c) >= 0;
    }

    private byte[] utf8(String text) {
        if (text.isEmpty()) {
            throw new InvalidInputException(field(), text, "a text of at least one character");
        }
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(field(), text, "well-formed Unicode: it holds half a surrogate pair");
        }
    }

    private String field() {
        return switch (this) {
            case ENTITY -> "entity";
            case RESOURCE -> "resource";
            case LIMIT -> "limit";
        };
    }

    /** The text, or null if an escape is cut short or the bytes are not UTF-8. */
    private static @Nullable String unescaped(String body) {
        ByteBuffer bytes = ByteBuffer.allocate(body.length());
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c != ESCAPE) {
                if (c > 0x7f) {
                    return null;
                }
                bytes.put((byte) c);
            } else {
                if (i + 2 >= body.length()
                        || !HexFormat.isHexDigit(body.charAt(i + 1))
                        || !HexFormat.isHexDigit(body.charAt(i + 2))) {
                    return null;
                }
                bytes.put((byte) HexFormat.fromHexDigits(body, i + 1, i + 3));
                i += 2;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes.flip())
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
