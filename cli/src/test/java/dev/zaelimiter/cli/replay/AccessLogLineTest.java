package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogLineTest {

    private static final String COMMON =
            "192.0.2.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a.gif HTTP/1.0\" 200 2326";

    @Test
    void read_commonFormat_fillsItsColumns() {
        assertThat(read(COMMON))
                .containsExactly(
                        entry("client_ip", "192.0.2.1"),
                        entry("time", "10/Oct/2000:13:55:36 -0700"),
                        entry("remote_user", "frank"),
                        entry("method", "GET"),
                        entry("path", "/a.gif"),
                        entry("protocol", "HTTP/1.0"),
                        entry("status", "200"),
                        entry("bytes", "2326"));
    }

    @Test
    void read_combinedFormat_hasRefererAndAgent() {
        assertThat(read(COMMON + " \"http://example.com/\" \"Mozilla/5.0 (X11)\""))
                .contains(entry("referer", "http://example.com/"), entry("agent", "Mozilla/5.0 (X11)"));
        assertThat(read(COMMON + " \"-\" \"-\"")).doesNotContainKeys("referer", "agent");
    }

    @Test
    void read_nginxMainFormat_hasTheForwardedAddress() {
        assertThat(read(COMMON + " \"-\" \"curl\" \"198.51.100.7, 10.0.0.1\""))
                .containsEntry("forwarded_for", "198.51.100.7, 10.0.0.1");
    }

    @Test
    void read_moreAfterTheFormat_isPassedOver() {
        assertThat(read(COMMON + " \"-\" \"curl\" 0.003 \"upstream\"")).containsEntry("agent", "curl");
        assertThat(read(COMMON + " 0.003")).containsEntry("bytes", "2326");
    }

    @Test
    void read_virtualHost_comesFirst() {
        assertThat(read("www.example.com:443 " + COMMON))
                .contains(entry("host", "www.example.com"), entry("client_ip", "192.0.2.1"), entry("status", "200"));
        assertThat(read("www.example.com " + COMMON)).containsEntry("host", "www.example.com");
    }

    @Test
    void read_escapesInQuotes_endNothing() {
        assertThat(
                        read(
                                "::1 - - [10/Oct/2000:13:55:36 -0700] \"GET /?q=\\\"x\\\" HTTP/1.1\" 200 5 \"-\" \"a \\\\\" \"b\""))
                .contains(entry("path", "/?q=\\\"x\\\""), entry("agent", "a \\\\"), entry("forwarded_for", "b"));
    }

    @Test
    void read_noBytes_areZero() {
        assertThat(read("::1 - - [10/Oct/2000:13:55:36 -0700] \"HEAD / HTTP/1.1\" 304 -"))
                .containsEntry("bytes", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x16\\x03\\x01", "-", "", "GET", "GET /"})
    void read_requestThatIsNone_isAllPath(String request) {
        assertThat(read("::1 - - [10/Oct/2000:13:55:36 -0700] \"" + request + "\" 400 150"))
                .containsEntry("path", request)
                .doesNotContainKey("method");
    }

    @Test
    void read_userWithSpacesAndBrackets_isAUser() {
        assertThat(read("::1 - bob [ed] smith [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 1"))
                .containsEntry("remote_user", "bob [ed] smith");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "{\"time\": 1}",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700]",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\"",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 20x 5",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 5x",
                "192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 5 \"cut",
                " [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 5"
            })
    void read_anythingElse_isNoLine(String line) {
        assertThat(readOrNull(line)).isNull();
    }

    private static Map<String, String> read(String line) {
        Map<String, String> cells = readOrNull(line);
        assertThat(cells).as(line).isNotNull();
        return cells;
    }

    private static @Nullable Map<String, String> readOrNull(String line) {
        char[] text = ("xx" + line + "yy").toCharArray();
        RowCells row = new RowCells();
        row.begin(1);
        row.expect(new AccessLogLine().columns().size());
        if (!new AccessLogLine().read(text, 2, text.length - 2, row)) {
            return null;
        }
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            if (!row.isMissing(i)) {
                cells.put(new AccessLogLine().columns().get(i), row.cell(i));
            }
        }
        return cells;
    }
}
