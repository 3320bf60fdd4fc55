package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.survey.Finding;
import dev.zaelimiter.admin.survey.Survey;
import dev.zaelimiter.admin.survey.Verdict;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a survey says of items: those of both systems, of older versions, of newer ones, and damaged ones. */
class SurveyTest {

    private static final long NOW = 1_700_000_000_000L;
    private static final long DAY = 86_400_000;

    private final Survey survey = new Survey(NOW, true);

    @TempDir
    private Path directory;

    private static Item.Builder item(String pk, String sk) {
        return Item.builder(Key.of(pk, sk));
    }

    private static Item.Builder level(String sk) {
        return item("default/ENTITY#key", sk)
                .put("entity_id", "key")
                .put("l_rpm_cp", 5)
                .put("l_rpm_ra", 5)
                .put("l_rpm_rp", 60);
    }

    private static Item.Builder bucket() {
        return item("default/BUCKET#key#gpt-4#0", "#STATE")
                .put("rf", NOW)
                .put("shard_count", 1)
                .put("b_rpm_tk", 5000)
                .put("b_rpm_cp", 5000)
                .put("b_rpm_ra", 5000)
                .put("b_rpm_rp", 60_000)
                .put("b_rpm_tc", 0);
    }

    private Finding finding(String subject) {
        return survey.findings().stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    private void assertFound(String subject, Verdict verdict, String... where) {
        Finding finding = finding(subject);
        assertThat(finding.verdict()).as("%s", finding).isEqualTo(verdict);
        assertThat(finding.where()).as("%s", finding).containsExactly(where);
        assertThat(survey.findings().stream()
                        .filter(other -> !other.subject().equals(subject)
                                && other.verdict().isInTheWay()))
                .as("everything else is as it was")
                .isEmpty();
    }

    @Test
    void nothing_isInNobodysWay() {
        assertThat(survey.findings()).allMatch(finding -> !finding.verdict().isInTheWay() && finding.count() == 0);
    }

    @Test
    void storeOfOurs_isInNobodysWay_andCounted() {
        Path file = directory.resolve("limits.zae");
        try (LimitRepository repository = EmbeddedRepository.file(file)) {
            repository
                    .limits()
                    .setResourceDefaults("gpt-4", Limit.perMinute("rpm", 5).asSoft());
            repository
                    .rateLimiter()
                    .acquire(AcquireRequest.entity("key")
                            .resource("gpt-4")
                            .take("rpm", 1)
                            .build())
                    .keep();
        }
        StoreFile.read(file, survey::add);

        assertThat(survey.findings()).noneMatch(finding -> finding.verdict().isInTheWay());
        assertThat(finding("buckets").count()).isOne();
        assertThat(finding("buckets that this system has written").count()).isOne();
        assertThat(finding("soft limits").where()).containsExactly("resource gpt-4");
        assertThat(finding("namespaces").where()).containsExactly("default");
        assertThat(finding("unknown items").count()).isZero();
        assertThat(finding("levels and buckets with unknown attributes").count())
                .isZero();
    }

    @Test
    void schedule_ofALevel_isRefusedAndNamed() {
        survey.add(level("#CONFIG#gpt-4").put("l_rpm_sched", "1h0-6s500").build());
        assertFound("schedules", Verdict.REFUSED, "entity key on gpt-4");
    }

    @Test
    void calendarQuota_ofAnEntity_isRefusedAndNamed() {
        survey.add(level("#CONFIG#_default_").put("l_rpm_rsched", "1m0h0").build());
        assertFound("calendar quotas", Verdict.REFUSED, "entity key");
    }

    @Test
    void sessionQuota_ofTheSystem_isRefusedAndNamed() {
        survey.add(item("default/SYSTEM#", "#CONFIG")
                .put("w_five_cp", 5)
                .put("w_five_ra", 0)
                .put("w_five_rp", 1)
                .put("w_five_rsa", 18_000)
                .build());
        assertFound("session quotas", Verdict.REFUSED, "system");
    }

    @Test
    void bucketsOfForeignKinds_areRefusedAndNamed() {
        survey.add(bucket().put("sched", "1h0-6s500").put("vu", NOW).build());
        assertFound("buckets of such kinds", Verdict.REFUSED, "bucket of key on gpt-4");
    }

    @Test
    void bucketThatSaysExplicitlyNone_isLikeAnyOther() {
        survey.add(bucket().put("b_rpm_sched", "-").put("b_rpm_rsched", "-").build());
        assertThat(finding("buckets of such kinds").count()).isZero();
        assertThat(finding("buckets").count()).isOne();
    }

    @Test
    void quotaWithoutAStamp_isRefusedToo() {
        survey.add(bucket().put("b_rpm_ra", 0).build());
        assertFound("buckets of such kinds", Verdict.REFUSED, "bucket of key on gpt-4");
    }

    @Test
    void cascadePolicy_ofAResource_differs() {
        survey.add(
                item("default/RESOURCE#gpt-4", "#CONFIG").put("cascade", false).build());
        assertFound("cascade policies", Verdict.DIFFERS, "resource gpt-4");
    }

    @Test
    void dividedBucket_differs() {
        survey.add(bucket().put("shard_count", 4).build());
        assertFound("shards of divided buckets", Verdict.DIFFERS, "bucket of key on gpt-4");
    }

    @Test
    void bucketOfBefore09_isTold_andStandsInTheWayWhileSomebodyUsesIt() {
        survey.add(item("default/ENTITY#key", "#BUCKET#gpt-4")
                .put("rf", NOW - 2 * DAY)
                .build());
        assertFound("buckets of before 0.9", Verdict.DIFFERS, "entity key on gpt-4");
        survey.add(item("default/ENTITY#key", "#BUCKET#gpt-5")
                .put("rf", NOW - DAY / 2)
                .build());
        assertFound("buckets of before 0.9", Verdict.FIRST, "entity key on gpt-4", "entity key on gpt-5");
        assertThat(finding("buckets of before 0.9").detail()).startsWith("1 of them within the last day");
    }

    @ParameterizedTest
    @CsvSource({
        "default/ENTITY#key, #LIMIT#gpt-4#rpm, limits of before 0.8",
        "ENTITY#key, #META, items of before there were namespaces",
        "default/SYSTEM#, #PROVISIONER#PENDING#sync#entity#key, applications of manifests broken off",
        "_/SYSTEM#, #MIGRATION#0.9.0-old-buckets, migrations broken off"
    })
    void halfMigrated_comesFirst(String pk, String sk, String subject) {
        survey.add(item(pk, sk).build());
        assertThat(finding(subject).verdict()).isEqualTo(Verdict.FIRST);
        assertThat(finding(subject).count()).isOne();
        assertThat(finding("unknown items").count()).isZero();
    }

    @Test
    void migrationThatIsDone_isNoMatter() {
        survey.add(item("_/SYSTEM#", "#MIGRATION#0.9.0-old-buckets")
                .put("done", true)
                .build());
        assertThat(finding("migrations broken off").count()).isZero();
    }

    @Test
    void damagedLevel_comesFirst() {
        survey.add(level("#CONFIG#gpt-4").put("l_rpm_cp", "many").build());
        assertFound("damaged levels", Verdict.FIRST, "entity key on gpt-4");
    }

    @Test
    void damagedBucket_comesFirst() {
        survey.add(bucket().put("b_rpm_tk", "many").build());
        assertFound("damaged buckets", Verdict.FIRST, "bucket of key on gpt-4");
    }

    @Test
    void unknownAttributesAndItems_areToldAndInNobodysWay() {
        survey.add(bucket().put("colour", "green").build());
        survey.add(level("#CONFIG#gpt-4").put("l_rpm_hue", 7).build());
        survey.add(item("orders", "#1").build());
        assertFound(
                "levels and buckets with unknown attributes",
                Verdict.SAME,
                "bucket of key on gpt-4",
                "entity key on gpt-4");
        assertThat(finding("unknown items").count()).isOne();
    }

    private static Item.Builder versions(String schema, String least) {
        return item("_/SYSTEM#", "#VERSION").put("schema_version", schema).put("client_min_version", least);
    }

    @ParameterizedTest
    @CsvSource({
        "0.10.0, 0.17.0, SAME",
        "0.10.0, 0.18.0, FIRST",
        "1.0.0, 0.17.0, FIRST",
        "0.7.0, 0.0.0, FIRST",
        "0.9.0, 0.0.0, DIFFERS",
        "nonsense, 0.0.0, FIRST",
        "0.10.0, nonsense, FIRST"
    })
    void versions_areJudgedAsOpeningWould(String schema, String least, Verdict verdict) {
        survey.add(versions(schema, least).build());
        assertThat(finding("record of versions").verdict()).isEqualTo(verdict);
    }

    @Test
    void functionOfPython_differs_andBesideAnAggregatorOfOursComesFirst() {
        survey.add(versions("0.10.0", "0.0.0").put("lambda_version", "0.17.0").build());
        assertFound("functions of the Python system", Verdict.DIFFERS);
        survey.add(item("_/SYSTEM#", "#STREAM#label#shard-1").build());
        assertFound("functions of the Python system", Verdict.FIRST);
    }

    @Test
    void functionThatIsNull_isNone() {
        survey.add(versions("0.10.0", "0.0.0")
                .put("lambda_version", AttributeValue.Null.NULL)
                .build());
        assertThat(finding("functions of the Python system").verdict()).isEqualTo(Verdict.SAME);
    }

    /** Of a table with millions of them, the first by their keys are told, whatever the order of reading. */
    @Test
    void manyPlaces_someAreTold_allAreCounted() {
        List<Item> items = new ArrayList<>();
        for (int i = 99_999; i >= 0; i--) {
            items.add(item("default/ENTITY#key-" + (100_000 + i), "#CONFIG#gpt-4")
                    .put("l_rpm_sched", "1h0s500")
                    .build());
        }
        items.forEach(survey::add);
        Finding finding = finding("schedules");
        assertThat(finding.count()).isEqualTo(100_000);
        assertThat(finding.where()).hasSize(Survey.MOST_PLACES).first().isEqualTo("entity key-100000 on gpt-4");
    }

    @Test
    void namespaces_areNamed_whereverTheirRecordsCome() {
        survey.add(item("abc123/RESOURCE#gpt-4", "#CONFIG").put("cascade", true).build());
        survey.add(item("_/SYSTEM#", "#NSID#abc123")
                .put("namespace_id", "abc123")
                .put("namespace_name", "team-b")
                .put("status", "active")
                .build());
        assertThat(finding("cascade policies").where()).containsExactly("namespace team-b: resource gpt-4");
        assertThat(finding("namespaces").where()).containsExactly("team-b");
    }
}
