package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VersionRecordTest {

    private static Item record(String schema, String least) {
        return Item.builder(VersionRecord.KEY)
                .put("schema_version", schema)
                .put("client_min_version", least)
                .build();
    }

    @Test
    void refusal_noRecord_isNone() {
        assertThat(VersionRecord.refusal(null)).isNull();
    }

    @Test
    void refusal_ourOwnRecord_isNoneAndLooksLikeTheOriginals() {
        Item own = VersionRecord.create(0).item();

        assertThat(VersionRecord.refusal(own)).isNull();
        assertThat(own.attributes().keySet())
                .containsExactlyInAnyOrder(
                        "PK",
                        "SK",
                        "GSI4PK",
                        "GSI4SK",
                        "schema_version",
                        "client_min_version",
                        "lambda_version",
                        "updated_at",
                        "updated_by");
        assertThat(own.get("lambda_version")).isEqualTo(AttributeValue.Null.NULL);
        assertThat(own.text("updated_at")).isEqualTo("1970-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0", "0.9.3", "0.10.0", "0.15.0", "0.17.0", "0.17", "0.17.0rc1"})
    void refusal_clientsLikeOursWelcome_isNone(String least) {
        assertThat(VersionRecord.refusal(record("0.10.0", least))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.17.1", "0.18.0", "1.0.0", "2"})
    void refusal_newerClientsAskedFor_saysWhich(String least) {
        assertThat(VersionRecord.refusal(record("0.10.0", least)))
                .contains(least)
                .contains(VersionRecord.UNDERSTOOD)
                .contains("newer client");
    }

    @Test
    void refusal_anotherSchema_saysWhich() {
        assertThat(VersionRecord.refusal(record("1.0.0", "0.0.0"))).contains("1.0.0");
    }

    @Test
    void refusal_damagedRecord_saysWhatIsWrong() {
        assertThat(VersionRecord.refusal(record("soon", "0.0.0"))).contains("schema_version");
        assertThat(VersionRecord.refusal(record("0.10.0", "soon"))).contains("client_min_version");
        assertThat(VersionRecord.refusal(Item.builder(VersionRecord.KEY).build()))
                .contains("schema_version");
    }
}
