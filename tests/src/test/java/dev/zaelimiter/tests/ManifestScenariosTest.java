package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.manifest.Applied;
import dev.zaelimiter.admin.manifest.DeclaredLimits;
import dev.zaelimiter.admin.manifest.LevelDiff;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits as a file declares them. */
class ManifestScenariosTest {

    private static final String HEAD = "namespace: scenarios\n";
    private static final String TWO = HEAD + """
            system:
              on_unavailable: allow
              limits:
                rpm: {capacity: 1000}
            resources:
              gpt-4:
                limits:
                  tpm: {capacity: 50, burst: 80, refill_period: 30}
            entities:
              key-1:
                resources:
                  _default_:
                    limits: {rpm: {capacity: 7}}
                  gpt-4:
                    limits: {rpm: {capacity: 9, refill_amount: 1}}
            """;

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Administration admin = Administration.of(repository).actingAs("ci");
    private final DeclaredLimits declared = admin.declared();
    private final StoredLimits limits = repository.limits();

    @AfterEach
    void close() {
        fleet.close();
    }

    private Applied apply(String yaml) {
        return declared.apply(declared.plan(Manifest.parse(yaml)), level -> {});
    }

    private Key stateKey() {
        return Key.of(admin.namespaces().get("scenarios").orElseThrow().id() + "/SYSTEM#", "#PROVISIONER");
    }

    @Test
    void apply_storesWhatIsDeclared_inTheNameOfTheOperator() {
        ManifestPlan plan = declared.plan(Manifest.parse(TWO));
        assertThat(plan.lines())
                .containsExactly(
                        "+ the system",
                        "    + on_unavailable allow",
                        "    + rpm 1000/60s",
                        "+ resource gpt-4",
                        "    + tpm 50/30s:80",
                        "+ entity key-1",
                        "    + rpm 7/60s",
                        "+ entity key-1 on gpt-4",
                        "    + rpm 1/60s:9",
                        "4 to create, 0 to change, 0 to delete, 0 unchanged");
        assertThat(limits.getSystemDefaults()).isEmpty();
        Applied applied = declared.apply(plan, level -> {});
        assertThat(applied.complete()).isTrue();
        assertThat(applied.done()).hasSize(4);
        assertThat(limits.getSystemDefaults()).containsExactly(Limit.perMinute("rpm", 1000));
        assertThat(limits.getOnUnavailable()).contains(OnUnavailable.ALLOW);
        assertThat(limits.getEntityDefaults("key-1")).containsExactly(Limit.perMinute("rpm", 7));
        assertThat(limits.resourcesWithEntityLimits()).isEqualTo(Map.of("_default_", 1L, "gpt-4", 1L));
        assertThat(admin.audit().read(AuditLog.SYSTEM, 10, null).events().get(0).principal())
                .contains("ci");
    }

    @Test
    void applyAgain_writesNothing() {
        apply(TWO);
        int before = fleet.changes().size();
        ManifestPlan plan = declared.plan(Manifest.parse(TWO));
        assertThat(plan.lines()).containsExactly("0 to create, 0 to change, 0 to delete, 4 unchanged");
        assertThat(declared.apply(plan, level -> {}).complete()).isTrue();
        assertThat(fleet.changes()).hasSize(before);
    }

    @Test
    void whatVanishesFromTheManifest_isDeleted_andNothingElse() {
        limits.setResourceDefaults("by-hand", Limit.perMinute("rpm", 3));
        apply(TWO);
        String less = HEAD + "resources: {gpt-4: {limits: {tpm: {capacity: 60}}}}\n";
        ManifestPlan plan = declared.plan(Manifest.parse(less));
        assertThat(plan.lines())
                .containsExactly(
                        "~ resource gpt-4",
                        "    ~ tpm 50/30s:80 -> 60/60s",
                        "- the system",
                        "    - rpm 1000/60s",
                        "- entity key-1",
                        "    - rpm 7/60s",
                        "- entity key-1 on gpt-4",
                        "    - rpm 1/60s:9",
                        "0 to create, 1 to change, 3 to delete, 0 unchanged");
        declared.apply(plan, level -> {});
        assertThat(limits.getSystemDefaults()).isEmpty();
        assertThat(limits.getEntityLimits("key-1", "gpt-4")).isEmpty();
        assertThat(limits.resourcesWithEntityLimits()).isEmpty();
        assertThat(limits.getResourceDefaults("by-hand")).containsExactly(Limit.perMinute("rpm", 3));
        assertThat(declared.plan(Manifest.parse(less)).changes()).isEmpty();
    }

    @Test
    @DisplayName("peer 23: what could not be deleted stays managed, and is deleted by the next application")
    void storeDownMidway_isResumedByTheNextPlan_withNothingForgotten() {
        apply(TWO);
        String other = HEAD + "resources: {claude: {limits: {rpm: {capacity: 1}}}}\n";
        ManifestPlan plan = declared.plan(Manifest.parse(other));
        assertThatThrownBy(() -> declared.apply(plan, level -> fleet.store.down()))
                .isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(limits.getResourceDefaults("claude")).hasSize(1);
        assertThat(limits.getSystemDefaults()).hasSize(1);
        ManifestPlan rest = declared.plan(Manifest.parse(other));
        assertThat(rest.count(LevelDiff.Action.DELETE)).isEqualTo(4);
        assertThat(rest.count(LevelDiff.Action.CREATE)).isZero();
        assertThat(declared.apply(rest, level -> {}).complete()).isTrue();
        assertThat(limits.getEntityDefaults("key-1")).isEmpty();
    }

    @Test
    void storeDownMidway_andTheManifestTakenBack_leavesNoOrphan() {
        ManifestPlan plan = declared.plan(Manifest.parse(TWO));
        assertThatThrownBy(() -> declared.apply(plan, level -> fleet.store.down()))
                .isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(limits.getSystemDefaults()).hasSize(1);
        assertThat(apply(HEAD).complete()).isTrue();
        assertThat(limits.getSystemDefaults()).isEmpty();
    }

    @Test
    void levelChangedSinceThePlan_isLeftAsTheOtherOperatorLeftIt() {
        apply(TWO);
        ManifestPlan plan = declared.plan(
                Manifest.parse(TWO.replace("capacity: 1000", "capacity: 2000").replace("capacity: 7", "capacity: 8")));
        limits.setSystemDefaults(Limit.perMinute("rpm", 5));
        Applied applied = declared.apply(plan, level -> {});
        assertThat(applied.complete()).isFalse();
        assertThat(applied.conflicts()).extracting(LevelDiff::level).containsExactly(Level.system());
        assertThat(applied.done()).extracting(LevelDiff::level).containsExactly(Level.entity("key-1"));
        assertThat(limits.getSystemDefaults()).containsExactly(Limit.perMinute("rpm", 5));
    }

    @Test
    void twoPlansAtOnce_theSecondIsToldSo() {
        ManifestPlan first = declared.plan(Manifest.parse(TWO));
        ManifestPlan second =
                declared.plan(Manifest.parse(HEAD + "resources: {claude: {limits: {rpm: {capacity: 1}}}}\n"));
        declared.apply(first, level -> {});
        assertThatThrownBy(() -> declared.apply(second, level -> {}))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("make a new plan");
        assertThat(limits.getResourceDefaults("claude")).isEmpty();
    }

    @Test
    void twoApplicationsInterleaved_loseNothingDeclared() {
        ManifestPlan first = declared.plan(Manifest.parse(TWO));
        DeclaredLimits other = Administration.of(fleet.process()).declared();
        Manifest theirs = Manifest.parse(HEAD + "resources: {claude: {limits: {rpm: {capacity: 1}}}}\n");
        boolean[] once = {true};
        Applied applied = declared.apply(first, level -> {
            if (once[0]) {
                once[0] = false;
                other.apply(other.plan(theirs), done -> {});
            }
        });
        assertThat(applied.overtaken()).isTrue();
        // Whichever manifest is applied next deletes what only the other one declared.
        assertThat(apply(HEAD).complete()).isTrue();
        assertThat(limits.resourcesWithDefaults()).isEmpty();
        assertThat(limits.resourcesWithEntityLimits()).isEmpty();
    }

    @Test
    void whatTheProvisionerOfThePythonSystemManages_isManagedHereToo() {
        limits.setResourceDefaults("gpt-4", Limit.perMinute("rpm", 3));
        limits.setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 3));
        Item foreign = Item.builder(stateKey())
                .put("managed_system", false)
                .put("managed_resources", AttributeValue.Sequence.ofTexts(List.of("gpt-4")))
                .put(
                        "managed_entities",
                        new AttributeValue.Mapping(Map.of("key-1", AttributeValue.Sequence.ofTexts(List.of("gpt-4")))))
                .put("applied_hash", "sha256:00")
                .put("theirs", "kept")
                .build();
        fleet.store.write(Write.put(WriteShape.put(null), foreign)).join();
        assertThat(apply(HEAD + "system: {limits: {rpm: {capacity: 1}}}\n").done())
                .extracting(LevelDiff::action)
                .containsExactly(LevelDiff.Action.CREATE, LevelDiff.Action.DELETE, LevelDiff.Action.DELETE);
        Item state = fleet.store.get(stateKey()).join();
        assertThat(state.get("managed_system")).isEqualTo(new AttributeValue.Bool(true));
        assertThat(state.get("managed_entities")).isEqualTo(new AttributeValue.Mapping(Map.of()));
        assertThat(state.text("applied_hash")).matches("sha256:[0-9a-f]{64}");
        assertThat(state.text("theirs")).isEqualTo("kept");
    }

    @Test
    void budget_readAndWritten_isTheSame() {
        Manifest manifest = Manifest.parse(HEAD + """
                system:
                  limits:
                    credits: {budget: 5000000, soft: true}
                """);
        assertThat(manifest.levels().get(Level.system()).limits())
                .containsExactly(Limit.budget("credits", 5_000_000).asSoft());
        assertThat(manifest.toYaml()).contains("budget: 5000000").doesNotContain("refill");
        assertThat(Manifest.parse(manifest.toYaml()).hash()).isEqualTo(manifest.hash());
        assertThatThrownBy(() -> Manifest.parse(HEAD + """
                system:
                  limits:
                    credits: {budget: 5, refill_period: 60}
                """))
                .isInstanceOf(ManifestException.class)
                .hasMessageContaining("refill_period")
                .hasMessageContaining("never come back");
    }

    @Test
    void export_isAManifestThatChangesNothing() {
        apply(TWO);
        limits.setResourceDefaults("by/hand", Limit.custom("rpm", 0, 3, java.time.Duration.ofDays(1)));
        Manifest exported = declared.export();
        assertThat(exported.levels()).hasSize(5);
        Manifest read = Manifest.parse(exported.toYaml());
        assertThat(read.hash()).isEqualTo(exported.hash());
        assertThat(declared.plan(read).changes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resources: {gpt-4: {limits: {rpm: {capacity: -1}}}} | 2 | capacity",
                "resources: {gpt 4: {limits: {rpm: {capacity: 1}}}} | 2 | resources.gpt 4",
                "resources: {gpt-4: {limits: {wcu: {capacity: 1}}}} | 2 | wcu",
                "resources: {gpt-4: {limits: {rpm: {capacity: 1, per: 60}}}} | 2 | per",
                "resources: {gpt-4: {limits: {rpm: {capacity: 99999999999999999999}}}} | 2 | 99999999999999999999",
                "resources: {a: {limits: {r: {capacity: 1}}}, a: {limits: {r: {capacity: 1}}}} | 2 | only once",
                "resources: {gpt-4: {cascade: true}} | 2 | entity create --cascade",
                "resources: {gpt-4: {limits: {r: {capacity: 1, schedule: []}}}} | 2 | one limit for all hours",
                "resources: {gpt-4: {limits: {r: {capacity: 1, reset_schedule: []}}}} | 2 | refill_period",
                "resources: {gpt-4: {limits: {r: {capacity: 1, reset_after_seconds: 9}}}} | 2 | refill_period",
                "entities: {-k: {resources: {_default_: {limits: {r: {capacity: 1}}}}}} | 2 | -k",
                "entities: {k: {}} | 2 | resources",
                "system: {on_unavailable: perhaps} | 2 | allow or block",
                "system: {} | 2 | at least one of",
                "resources: [a, | 3 | YAML",
                "--- | 2 | YAML"
            })
    void wrongEntry_isNamedWithItsLine(String yaml, int line, String word) {
        assertThatThrownBy(() -> Manifest.parse(HEAD + yaml + "\n"))
                .isInstanceOfSatisfying(
                        ManifestException.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessageStartingWith("line " + line + ", column ")
                .hasMessageContaining(word);
    }

    @Test
    void switchesAndSoftLimits_areDeclaredToo_andStayWhenNotSpokenOf() {
        String off = HEAD + "resources: {gpt-4: {disabled: true, limits: {rpm: {capacity: 5, soft: true}}}}\n";
        assertThat(declared.plan(Manifest.parse(off)).lines())
                .startsWith("+ resource gpt-4", "    + access disabled", "    + rpm 5/60s soft");
        apply(off);
        assertThat(admin.switches().get(Level.resource("gpt-4"))).contains(Access.DISABLED);
        assertThat(limits.getResourceDefaults("gpt-4"))
                .containsExactly(Limit.perMinute("rpm", 5).asSoft());
        assertThat(declared.plan(declared.export()).changes()).isEmpty();
        apply(HEAD + "resources: {gpt-4: {limits: {rpm: {capacity: 5}}}}\n");
        assertThat(admin.switches().get(Level.resource("gpt-4"))).contains(Access.DISABLED);
        apply(HEAD + "resources: {gpt-4: {disabled: bypass, limits: {rpm: {capacity: 5}}}}\n");
        assertThat(admin.switches().get(Level.resource("gpt-4"))).contains(Access.BYPASS);
    }

    @Test
    void manifestOfAnotherNamespace_isRefused() {
        assertThatThrownBy(() -> declared.plan(Manifest.parse("namespace: other\n")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'scenarios'");
    }
}
