package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.manifest.Applied;
import dev.zaelimiter.admin.manifest.DeclaredLimits;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Manifests with more levels than one item can remember. */
@Tag("same-on-every-jdk")
class LargeManifestScenariosTest {

    private static final String HEAD = "namespace: scenarios\n";
    private static final String SMALL = HEAD + "system: {limits: {rpm: {capacity: 1}}}\n";

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

    /** More than one item can hold. */
    private static String many(int first, int last) {
        StringBuilder yaml = new StringBuilder(HEAD + "entities:\n");
        for (int i = first; i < last; i++) {
            yaml.append("  k").append("x".repeat(240)).append(i);
            yaml.append(": {resources: {_default_: {limits: {rpm: {capacity: 7}}}}}\n");
        }
        return yaml.toString();
    }

    private long parts() {
        String pk = stateKey().pk();
        return fleet.store
                .query(Query.of(Query.Index.TABLE, pk).sortPrefix("#PROVISIONER#PART#"))
                .join()
                .items()
                .size();
    }

    @Tag("long")
    @Test
    @DisplayName("peer 23: more levels than one item can remember are remembered in several")
    void manyLevels_areRememberedAndDeletedAgain() {
        assertThat(apply(many(1000, 2600)).done()).hasSize(1600);
        assertThat(parts()).isEqualTo(1);
        assertThat(declared.plan(Manifest.parse(many(1000, 2600))).changes()).isEmpty();
        assertThat(declared.export().levels()).hasSize(1600);
        assertThat(apply(many(1000, 1001)).done()).hasSize(1599);
        assertThat(parts()).isZero();
        assertThat(limits.resourcesWithEntityLimits()).containsExactly(Map.entry("_default_", 1L));
    }

    @Tag("long")
    @Test
    void manyLevels_storeDownMidway_forgetsNone() {
        apply(many(1000, 2600));
        ManifestPlan plan = declared.plan(Manifest.parse(HEAD));
        assertThatThrownBy(() -> declared.apply(plan, level -> fleet.store.down()))
                .isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(declared.plan(Manifest.parse(HEAD)).changes()).hasSize(1599);
        assertThat(apply(HEAD).done()).hasSize(1599);
        // Who was cut off may still have been at it, so that nothing is forgotten before the application after the
        // next.
        apply(HEAD);
        assertThat(parts()).isZero();
        assertThat(limits.resourcesWithEntityLimits()).isEmpty();
    }

    @Tag("long")
    @Test
    void manyLevels_overtakenByAnother_leaveNoItemsBehind() {
        ManifestPlan late = declared.plan(Manifest.parse(many(1000, 2600)));
        apply(SMALL);
        assertThatThrownBy(() -> declared.apply(late, level -> {}))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("make a new plan");
        assertThat(parts()).isZero();
        assertThat(declared.plan(Manifest.parse(SMALL)).changes()).isEmpty();
    }
}
