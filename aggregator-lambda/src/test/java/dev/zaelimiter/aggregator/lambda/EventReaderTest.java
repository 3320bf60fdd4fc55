package dev.zaelimiter.aggregator.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Key;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {

    private static StreamEvent read(String text) throws IOException {
        return EventReader.read(new JsonFactory(), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void read_anEventOfATumblingWindow_hasShardTableAndChanges() throws IOException {
        StreamEvent event = read("""
                {"Records":[
                  {"eventID":"7de3041dd709b024af6f29e4fa13d34c","eventName":"MODIFY","eventVersion":"1.1",
                   "eventSource":"aws:dynamodb","awsRegion":"eu-west-1",
                   "dynamodb":{"ApproximateCreationDateTime":1.772366401E9,
                     "Keys":{"SK":{"S":"#STATE"},"PK":{"S":"ns1/BUCKET#user-1#gpt-4#0"}},
                     "OldImage":{"PK":{"S":"ns1/BUCKET#user-1#gpt-4#0"},"SK":{"S":"#STATE"},"b_rpm_tc":{"N":"1000"}},
                     "NewImage":{"PK":{"S":"ns1/BUCKET#user-1#gpt-4#0"},"SK":{"S":"#STATE"},"b_rpm_tc":{"N":"3000"},
                       "all":{"M":{"l":{"L":[{"BOOL":true},{"NULL":true},{"N":"1.5"}]},"ss":{"SS":["b","a"]},
                         "ns":{"NS":["2","1"]},"b":{"B":"AAEC"}}}},
                     "SequenceNumber":"000004421584500000000017450439091","SizeBytes":59,
                     "StreamViewType":"NEW_AND_OLD_IMAGES"},
                   "eventSourceARN":"arn:aws:dynamodb:eu-west-1:123456789012:table/my-app/stream/2026-03-01T00:00:00.000"},
                  {"eventName":"REMOVE","userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"},
                   "dynamodb":{"ApproximateCreationDateTime":1772366402,"Keys":{"PK":{"S":"p"},"SK":{"S":"s"}},
                     "OldImage":{"PK":{"S":"p"},"SK":{"S":"s"}},"SequenceNumber":"4421584500000000017450439092"}}],
                 "window":{"start":"2026-03-01T12:00:00Z","end":"2026-03-01T12:01:00Z"},"state":{},
                 "shardId":"shardId-00000001414576573621-f55eea83",
                 "eventSourceARN":"arn:aws:dynamodb:eu-west-1:123456789012:table/my-app/stream/2026-03-01T00:00:00.000",
                 "isFinalInvokeForWindow":false,"isWindowTerminatedEarly":false}
                """);
        assertThat(event.streamShard()).isEqualTo("shardId-00000001414576573621-f55eea83");
        assertThat(event.table()).isEqualTo("my-app");
        ChangeRecord first = event.records().get(0);
        assertThat(first.key()).isEqualTo(Key.of("ns1/BUCKET#user-1#gpt-4#0", "#STATE"));
        assertThat(first.atMillis()).isEqualTo(1_772_366_401_000L);
        assertThat(first.expired()).isFalse();
        assertThat(first.before().whole("b_rpm_tc", 0)).isEqualTo(1000);
        assertThat(first.after().get("all"))
                .isEqualTo(new AttributeValue.Mapping(Map.of(
                        "l",
                        new AttributeValue.Sequence(List.of(
                                AttributeValue.of(true), AttributeValue.Null.NULL, new AttributeValue.Decimal("1.5"))),
                        "ss",
                        new AttributeValue.TextSet(Set.of("a", "b")),
                        "ns",
                        new AttributeValue.Opaque("NS", Set.of("1", "2")),
                        "b",
                        new AttributeValue.Opaque("B", "AAEC"))));
        assertThat(event.firstFrom(first.sequence())).isEqualTo("000004421584500000000017450439091");
        ChangeRecord second = event.records().get(1);
        assertThat(second.expired()).isTrue();
        assertThat(second.after()).isNull();
        assertThat(second.sequence()).isEqualTo(new BigInteger("4421584500000000017450439092"));
    }

    @Test
    void read_theLastCallOfAWindow_hasNoChanges() throws IOException {
        StreamEvent event = read("{\"Records\":[],\"shardId\":\"s\",\"isFinalInvokeForWindow\":true}");
        assertThat(event.changes()).isEmpty();
        assertThat(event.streamShard()).isEqualTo("s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"Records\":[{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"}}}}]}",
                "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\"}}]}",
                "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"one\",\"Keys\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"}}}}]}",
                "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\",\"Keys\":{\"PK\":{\"S\":\"p\"}}}}]}",
                "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\",\"Keys\":{\"PK\":{\"X\":\"p\"}}}}]}",
                "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\",\"Keys\":{\"PK\":{\"L\":[{\"S\":\"p\"}"
            })
    void read_whatIsNoEvent_fails(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
    }
}
