package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.Item;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who else is charged is worked out once for a snapshot, and anew for another one, or once more was heard. */
class KnownLimitsTest {

    private static final Lineage OLD = new Lineage("old", true, 1L, "a");

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Site site = EngineFixture.site(engine);
    private final ConfigKeys levels = new Work(engine, site).config.levels();
    private final KnownLimits known = new KnownLimits(engine.environment(), engine.configs(), levels);

    private static BucketSnapshot recorded(Lineage lineage) {
        return BucketSnapshot.NOTHING.with(Background.NONE.recorded(lineage));
    }

    private void hear(String parent) {
        Item record = Item.builder(levels.record())
                .put("entity_id", "child")
                .put("parent_id", parent)
                .put("cascade", true)
                .build();
        engine.configs().offer(levels.record(), record, engine.configs().beginRead(), 0);
    }

    @Test
    void lineage_askedAgain_isTheVeryAnswer() {
        hear("parent");
        BucketSnapshot snapshot = recorded(OLD);

        assertThat(known.lineage(snapshot)).isSameAs(known.lineage(snapshot));
    }

    @Test
    void lineage_recordReadSince_isWorkedOutAnew() {
        BucketSnapshot snapshot = recorded(OLD);
        assertThat(known.lineage(snapshot)).isEqualTo(OLD);

        hear("new");

        assertThat(Objects.requireNonNull(known.lineage(snapshot)).parent()).isEqualTo("new");
    }

    @Test
    void lineage_recordForgottenSince_isTheSnapshotsOwn() {
        hear("new");
        BucketSnapshot snapshot = recorded(OLD);
        assertThat(Objects.requireNonNull(known.lineage(snapshot)).parent()).isEqualTo("new");

        engine.configs().forget(levels.record());

        assertThat(known.lineage(snapshot)).isEqualTo(OLD);
    }

    @Test
    void lineage_anotherSnapshot_isItsOwn() {
        assertThat(known.lineage(recorded(OLD))).isEqualTo(OLD);
        assertThat(known.lineage(recorded(Lineage.NONE))).isEqualTo(Lineage.NONE);
        assertThat(known.lineage(BucketSnapshot.NOTHING)).isNull();
    }
}
