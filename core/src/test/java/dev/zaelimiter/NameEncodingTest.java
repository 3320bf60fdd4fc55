package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B7: names that the format forbids, as {@code ::1}, paths and ARNs, have one encoding, which can be undone. */
@Tag("same-on-every-jdk")
class NameEncodingTest {

    /** What escapes are made of, what needs them, and characters of one to four bytes. */
    private static final String SIGNS = "x-_2bfx-_aAzZ09:./@+ %\n\0\u00e9\u20ac\ud83d\ude00";

    @ParameterizedTest
    @CsvSource({
        "ENTITY, ::1, x--::1",
        "ENTITY, 2001:db8::7, 2001:db8::7",
        "ENTITY, ada@example.org, ada@example.org",
        "ENTITY, a+b@example.org, x--a_2bb@example.org",
        "ENTITY, arn:aws:sts::123456789012:assumed-role/app/i-0abc, x--arn:aws:sts::123456789012:assumed-role_2fapp_2fi-0abc",
        "ENTITY, x--y, x--x--y",
        "ENTITY, xs--y, x--xs--y",
        "ENTITY, _a, x--_5fa",
        "ENTITY, é, x--_c3_a9",
        "RESOURCE, /v1/users, x--/v1/users",
        "RESOURCE, GET /v1/a_b, x--GET_20/v1/a_5fb",
        "RESOURCE, 4o, x--4o",
        "RESOURCE, a@b, x--a_40b",
        "RESOURCE, gpt-4o, gpt-4o",
        "LIMIT, wcu, x--wcu",
        "LIMIT, rpm, rpm",
        "LIMIT, a/b, x--a_2fb"
    })
    void encode_text_isThatNameAndBack(NameEncoding kind, String text, String name) {
        assertThat(kind.encode(text)).isEqualTo(name);
        assertThat(kind.decode(name)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"x--foo", "x--", "x--_", "x--_2", "x--_zz", "x--_2B", "x--a_c3", "x--a_5Fb", "xs--0123", "plain", "x-"})
    void decode_nameThatWasNotEncoded_standsForItself(String name) {
        assertThat(NameEncoding.ENTITY.decode(name)).isEqualTo(name);
        assertThat(NameEncoding.ENTITY.show(name)).isEqualTo(name);
        assertThat(NameEncoding.showAny(name)).isEqualTo(name);
    }

    /** What a person reads can be typed again, and stays the same thing. */
    @ParameterizedTest
    @CsvSource({
        "ENTITY, ::1, x--::1",
        "ENTITY, a+b@example.org, x--a_2bb@example.org",
        "ENTITY, /v1/users, x--_2fv1_2fusers",
        "ENTITY, arn:aws:sts::1:role/app, x--arn:aws:sts::1:role_2fapp",
        "ENTITY, Ada Lovelace, x--Ada_20Lovelace",
        "ENTITY, schl\u00fcssel, x--schl_c3_bcssel",
        "ENTITY, key-1, key-1",
        "ENTITY, x--foo, x--foo",
        "ENTITY, x--x--::1, x--x--::1",
        "ENTITY, x--xs--y, x--xs--y",
        "ENTITY, x--_5fa, x--_5fa",
        "ENTITY, x--_24SYSTEM, x--_24SYSTEM",
        "ENTITY, x--_20a, x--_20a",
        "ENTITY, x--_2dn, x--_2dn",
        "ENTITY, x---n, x---n",
        "ENTITY, x--a_0ab, x--a_0ab",
        "ENTITY, x--_e2_80_8bk, x--_e2_80_8bk",
        "RESOURCE, /v1/users, x--/v1/users",
        "RESOURCE, 4o, x--4o",
        "LIMIT, wcu, x--wcu"
    })
    void show_name_isReadAsTheSameName(NameEncoding kind, String shown, String name) {
        assertThat(kind.show(name)).isEqualTo(shown);
        assertThat(kind.parse(shown)).isEqualTo(name);
        assertThat(kind.parse(name)).isEqualTo(name);
        assertThat(NameEncoding.showAny(name)).isEqualTo(shown);
    }

    @ParameterizedTest
    @EnumSource(NameEncoding.class)
    void show_randomNames_areReadAsTheSameName(NameEncoding kind) {
        Seeds.each(5_000, random -> {
            String name = kind.encodeOrShorten(text(random));
            String shown = kind.show(name);
            assertThat(kind.parse(shown)).isEqualTo(name);
            assertThat(kind.show(kind.parse(shown))).isEqualTo(shown);
            assertThat(shown.chars()).noneMatch(Character::isISOControl);
        });
    }

    @ParameterizedTest
    @EnumSource(NameEncoding.class)
    void parse_whatCouldBeTakenForSomethingElse_isRefused(NameEncoding kind) {
        for (String typed :
                List.of("", " ", " a", "a ", "a\nb", "a\u0000b", "k\u200b", "_default", "$SYSTEM", "-n", "\ud800")) {
            assertThatThrownBy(() -> kind.parse(typed)).isInstanceOf(InvalidInputException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(NameEncoding.class)
    void encode_randomTexts_areLegalDistinctAndComeBack(NameEncoding kind) {
        Map<String, String> textOf = new HashMap<>();
        Seeds.each(5_000, random -> {
            String text = text(random);
            String name = kind.encodeOrShorten(text);
            requireLegal(kind, name);
            String other = textOf.put(name, text);
            assertThat(other == null || other.equals(text))
                    .as("%s and %s", text, other)
                    .isTrue();
            if (!name.startsWith("xs--")) {
                assertThat(kind.encode(text)).isEqualTo(name);
                assertThat(kind.decode(name)).isEqualTo(text);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(NameEncoding.class)
    void decode_randomNames_areUndoneOnlyIfTheyWereMadeHere(NameEncoding kind) {
        Seeds.each(5_000, random -> {
            String name = "x--" + text(random);
            String text = kind.decode(name);
            if (!text.equals(name)) {
                assertThat(kind.encode(text)).isEqualTo(name);
            }
        });
    }

    @Test
    void encode_tooLong_saysSoAndIsShortened() {
        String arn =
                "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-3-7-sonnet-20250219-v1:0";

        assertThatThrownBy(() -> NameEncoding.RESOURCE.encode(arn))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("up to 64 characters");
        assertThat(NameEncoding.RESOURCE.encodeOrShorten(arn))
                .hasSize(64)
                .startsWith("xs--")
                .isEqualTo(NameEncoding.RESOURCE.encodeOrShorten(arn))
                .isNotEqualTo(NameEncoding.RESOURCE.encodeOrShorten(arn + "1"));
        requireLegal(NameEncoding.RESOURCE, NameEncoding.RESOURCE.encodeOrShorten(arn));
    }

    @Test
    void encode_emptyOrHalfACharacter_isRefused() {
        for (String text : List.of("", "a\ud83d")) {
            assertThatThrownBy(() -> NameEncoding.ENTITY.encode(text)).isInstanceOf(InvalidInputException.class);
            assertThatThrownBy(() -> NameEncoding.ENTITY.encodeOrShorten(text))
                    .isInstanceOf(InvalidInputException.class);
        }
    }

    @Test
    void encode_boundaryOfTheLength_isExact() {
        assertThat(NameEncoding.ENTITY.encode("a".repeat(256))).hasSize(256);
        assertThat(NameEncoding.ENTITY.encode(":" + "a".repeat(252))).hasSize(256);
        assertThatThrownBy(() -> NameEncoding.ENTITY.encode(":" + "a".repeat(253)))
                .isInstanceOf(InvalidInputException.class);
        assertThat(NameEncoding.ENTITY.encodeOrShorten(":" + "a".repeat(253))).hasSize(256);
    }

    private static void requireLegal(NameEncoding kind, String name) {
        AcquireRequest.Builder request = AcquireRequest.entity(kind == NameEncoding.ENTITY ? name : "e")
                .resource(kind == NameEncoding.RESOURCE ? name : "r");
        assertThat(request.take(kind == NameEncoding.LIMIT ? name : "l", 1).build())
                .isNotNull();
    }

    private static String text(SplittableRandom random) {
        int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 12);
        StringBuilder text = new StringBuilder();
        int[] signs = SIGNS.codePoints().toArray();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(signs[random.nextInt(signs.length)]);
        }
        return text.toString();
    }
}
