package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A move that stands on another image is the very move that would be planned there. */
@Tag("same-on-every-jdk")
class PlannerStandingTest {

    private static final int SEEDS = 20_000;

    private int stood;
    private int fell;

    @Test
    void stands_anyOtherBalances_exactlyIfPlanningAgainGivesTheSameMove() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            long now = PlannerWorld.START + random.nextLong(2000);
            BucketImage before = bucket.image();
            PlanContext context = world.context(false, 0);
            Gains gains = Gains.of(before, before.rates(), now, null);
            BatchTotals totals = world.ask(before, before.rates(), now, false, false);
            if (!(Planner.plan(before, gains, totals, context) instanceof Plan.Move move)) {
                return;
            }
            StandingMove standing = StandingMove.of(move, before, gains, context.writeCost());
            if (standing == null) {
                return;
            }
            for (int i = 0; i < bucket.tk.length; i++) {
                bucket.tk[i] += random.nextInt(3) == 0 ? random.nextLong(-20_000, 20_001) : random.nextLong(-50, 51);
            }
            BucketImage after = bucket.image();
            if (!fits(after, gains, totals)) {
                return;
            }
            Plan anew = Planner.plan(after, gains, totals, context);
            if (covers(standing, after)) {
                stood++;
                assertThat(anew).usingRecursiveComparison().isEqualTo(move);
            } else {
                fell++;
                assertThat(anew).usingRecursiveComparison().isNotEqualTo(move);
            }
        });
        assertThat(stood).as("moves that stood").isGreaterThan(200);
        assertThat(fell).as("moves that did not").isGreaterThan(200);
    }

    private static boolean covers(StandingMove standing, BucketImage image) {
        return IntStream.range(0, image.layout().size()).allMatch(i -> standing.covers(i, image.tk()[i]));
    }

    private static boolean fits(BucketImage image, Gains gains, BatchTotals totals) {
        for (int i = 0; i < image.layout().size(); i++) {
            if (totals.taken(i) > gains.balance(image, i)) {
                return false;
            }
        }
        return true;
    }
}
