package dev.zaelimiter.cli.admin.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.admin.survey.Finding;
import dev.zaelimiter.admin.survey.Verdict;
import dev.zaelimiter.cli.admin.store.StoreFacts;
import dev.zaelimiter.dynamodb.TableReport;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TableFindingsTest {

    private static List<Finding> of(String kind, String... indexes) {
        return TableFindings.of(new StoreFacts(
                kind,
                "limits",
                "eu-west-1",
                null,
                "ACTIVE",
                true,
                7,
                700,
                "PAY_PER_REQUEST",
                "NEW_AND_OLD_IMAGES",
                true,
                Stream.of(indexes)
                        .map(name -> new TableReport.Index(name, "KEYS_ONLY", "ACTIVE", 7, 70))
                        .toList()));
    }

    private static List<String> inTheWay(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.verdict().isInTheWay())
                .map(Finding::subject)
                .toList();
    }

    @Test
    void table_withAllIndexes_isInNobodysWay() {
        assertThat(inTheWay(of("table", "GSI1", "GSI2", "GSI3", "GSI4"))).isEmpty();
    }

    @Test
    @DisplayName("a table without an index, which opening refuses, was found to be ready")
    void index_thatIsMissing_comesFirst() {
        assertThat(inTheWay(of("table", "GSI1", "GSI4"))).containsExactly("index GSI2", "index GSI3");
        assertThat(of("table", "GSI1", "GSI3", "GSI4"))
                .filteredOn(finding -> finding.subject().equals("index GSI2"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.verdict()).isEqualTo(Verdict.FIRST);
                    assertThat(finding.detail())
                            .contains("opening refuses a table without it")
                            .contains("GSI2PK and GSI2SK, both strings, with keys alone");
                });
    }

    @Test
    void file_hasNoIndexes() {
        assertThat(inTheWay(of("file"))).isEmpty();
    }
}
