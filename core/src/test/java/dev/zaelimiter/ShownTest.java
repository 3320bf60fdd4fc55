package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** How a value of somebody else's making stands in messages. */
class ShownTest {

    @Test
    void quoted_longText_isCutAtItsEnd() {
        assertThat(Shown.quoted("x".repeat(61))).isEqualTo("'" + "x".repeat(60) + "…'");
        assertThat(Shown.quoted("x".repeat(60))).isEqualTo("'" + "x".repeat(60) + "'");
        assertThat(Shown.quoted(Path.of("x"))).isEqualTo("x");
        assertThat(Shown.quoted(null)).isEqualTo("null");
    }

    @Test
    void quoted_longPath_keepsTheNameOfItsFile() {
        String folders = "/srv/services/gateway" + "/releases".repeat(10);
        assertThat(Shown.quoted(folders + "/limits.yaml"))
                .isEqualTo("'/srv/services/gatewa…s/releases/releases/releases/limits.yaml'")
                .hasSize(63);
        assertThat(Shown.quoted("C:\\\\" + "folder\\\\".repeat(20) + "limits.yaml"))
                .endsWith("limits.yaml'");
        assertThat(Shown.quoted("/a/" + "b".repeat(57))).isEqualTo("'/a/" + "b".repeat(57) + "'");
    }

    @Test
    void quoted_whatCantBeSeen_isEscapedAtBothEnds() {
        assertThat(Shown.quoted("a\n/" + "b/".repeat(60) + "c\u202e"))
                .startsWith("'a\\u000a/")
                .endsWith("c\\u202e'");
    }
}
