package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.AuditPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who changed what: never a change without its record, nor a record without its change. */
class AuditScenariosTest {

    private static final Limit TEN = Limit.perMinute("rpm", 10);
    private static final Limit TWENTY = Limit.perMinute("rpm", 20);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process(builder -> builder.principal("deploy"));
    private final Administration admin = Administration.of(repository);

    @AfterEach
    void close() {
        fleet.close();
    }

    private List<AuditEvent> read(String subject) {
        return admin.audit().read(subject, 100, null).events();
    }

    @Test
    void change_tellsWhoWhenBeforeAndAfter() {
        fleet.clock.advance(Duration.ofSeconds(5));
        repository.limits().setResourceDefaults("gpt-4", TEN);
        admin.actingAs("alice").limits().setResourceDefaults("gpt-4", TWENTY);
        List<AuditEvent> events = read(AuditLog.resource("gpt-4"));
        assertThat(events).hasSize(2);
        AuditEvent latest = events.get(0);
        assertThat(latest.principal()).contains("alice");
        assertThat(latest.resource()).contains("gpt-4");
        assertThat(latest.action()).isEqualTo("limits_set");
        assertThat(latest.timestamp()).isEqualTo(events.get(1).timestamp()).endsWith("Z");
        assertThat(latest.before()).isEqualTo(Map.of("limits", List.of(limit(10))));
        assertThat(latest.details()).isEqualTo(Map.of("limits", List.of(limit(20))));
        assertThat(events.get(1).principal()).contains("deploy");
        assertThat(events.get(1).before()).isEmpty();
    }

    private static Map<String, Object> limit(long amount) {
        return Map.of("name", "rpm", "capacity", amount, "refill_amount", amount, "refill_period_seconds", 60L);
    }

    @Test
    void changeThatChangesNothing_leavesNoRecord() {
        repository.limits().setSystemDefaults(TEN);
        repository.limits().setSystemDefaults(TEN);
        repository.limits().deleteEntityDefaults("a");
        assertThat(read(AuditLog.SYSTEM)).hasSize(1);
        assertThat(read("a")).isEmpty();
    }

    @Test
    void changeThatIsRefused_leavesNoRecord() {
        repository.entities().create(Entity.builder("a").build());
        assertThatThrownBy(
                () -> repository.entities().create(Entity.builder("a").build()));
        assertThatThrownBy(() ->
                repository.entities().create(Entity.builder("b").parent("ghost").build()));
        assertThat(read("a")).hasSize(1);
        assertThat(read("b")).isEmpty();
    }

    @Test
    void storeThatIsDown_neitherChangeNorRecord() {
        fleet.store.down();
        assertThatThrownBy(() -> repository.limits().setSystemDefaults(TEN)).isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(read(AuditLog.SYSTEM)).isEmpty();
        assertThat(repository.limits().getSystemDefaults()).isEmpty();
    }

    @Test
    void pages_coverEachRecordOnce_newestFirst() {
        for (int i = 1; i <= 7; i++) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", i));
        }
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            AuditPage page = admin.audit().read(AuditLog.SYSTEM, 3, after);
            page.events().forEach(event -> ids.add(event.id()));
            after = page.next().orElse(null);
        } while (after != null);
        assertThat(ids).hasSize(7).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    @Test
    void record_vanishesWhenItsRetentionIsOver() {
        LimitRepository brief = fleet.process(builder -> builder.auditRetention(Duration.ofDays(2)));
        brief.limits().setSystemDefaults(TEN);
        repository.limits().setResourceDefaults("gpt-4", TEN);
        fleet.clock.advance(Duration.ofDays(3));
        // The store in memory sweeps when it is written to.
        for (int i = 0; i < 100; i++) {
            repository.limits().setEntityDefaults("e" + i, TEN);
        }
        assertThat(read(AuditLog.SYSTEM)).isEmpty();
        assertThat(read(AuditLog.resource("gpt-4"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "$RESOURCE:", "$RESOURCE:a#b", "a b", "a#b", "$OTHER", "-a"})
    void read_ofASubjectThatCannotBe_isRefused(String subject) {
        assertThatThrownBy(() -> admin.audit().read(subject, 10, null)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb"})
    void principal_thatWouldForgeALog_isRefused(String principal) {
        assertThatThrownBy(() -> admin.actingAs(principal))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("principal ");
    }
}
