package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.StreamShard;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeasePlanTest {

    private final List<StreamShard> shards = new ArrayList<>();
    private final List<StreamLease> leases = new ArrayList<>();

    private static StreamShard shard(int number) {
        return new StreamShard("s", "shard-" + number, null);
    }

    private void shards(int count) {
        IntStream.range(0, count).forEach(i -> shards.add(shard(i)));
    }

    private void lease(int number, String owner, boolean done) {
        leases.add(new StreamLease(shard(number), owner, 7, null, done));
    }

    private LeasePlan plan(Set<StreamShard> over, Set<StreamShard> mine, int most) {
        return LeasePlan.of(new LeasePlan.Sight(shards, leases, over, "me", mine, Set.of(), most));
    }

    private static List<StreamShard> taken(LeasePlan plan) {
        return plan.takes().stream().map(LeasePlan.Take::shard).toList();
    }

    @Test
    void plan_aloneAndNothingRead_takesAllUpToItsMost() {
        shards(5);
        assertThat(taken(plan(Set.of(), Set.of(), 100))).hasSize(5);
        assertThat(taken(plan(Set.of(), Set.of(), 3))).hasSize(3);
    }

    @Test
    void plan_aChildWhoseParentIsRead_waits() {
        shards.add(shard(0));
        shards.add(new StreamShard("s", "shard-1", "shard-0"));
        lease(0, "other", false);
        assertThat(plan(Set.of(), Set.of(), 9).takes()).isEmpty();
        assertThat(plan(Set.of(), Set.of(), 9).waiting()).isEqualTo(1);
        leases.clear();
        lease(0, null, true);
        assertThat(taken(plan(Set.of(), Set.of(), 9))).containsExactly(shards.get(1));
    }

    @Test
    void plan_aChildWhoseParentTheStreamForgot_isTaken() {
        shards.add(new StreamShard("s", "shard-1", "shard-0"));
        assertThat(taken(plan(Set.of(), Set.of(), 9))).containsExactly(shards.get(0));
    }

    @Test
    void plan_aLeaseThatIsOver_isTakenAndAnotherIsNot() {
        shards(2);
        lease(0, "dead", false);
        lease(1, "other", false);
        assertThat(taken(plan(Set.of(shard(0)), Set.of(), 9))).containsExactly(shard(0));
    }

    @Test
    void plan_somebodyHasAll_takesOneAtATimeUntilBothHaveTheirPart() {
        shards(4);
        IntStream.range(0, 4).forEach(i -> lease(i, "other", false));
        assertThat(taken(plan(Set.of(), Set.of(), 9))).hasSize(1);
        leases.remove(3);
        lease(3, "me", false);
        assertThat(taken(plan(Set.of(), Set.of(shard(3)), 9))).hasSize(1);
        leases.remove(2);
        lease(2, "me", false);
        assertThat(taken(plan(Set.of(), Set.of(shard(2), shard(3)), 9))).isEmpty();
    }

    @Test
    void plan_oneShardAndTwoPollers_doesNotGoToAndFro() {
        shards(1);
        lease(0, "other", false);
        assertThat(plan(Set.of(), Set.of(), 9).takes()).isEmpty();
        assertThat(plan(Set.of(), Set.of(), 9).foreign()).containsExactly(shard(0));
    }

    @Test
    void plan_aLeaseOfAShardThatIsGone_isForgotten() {
        shards(1);
        lease(0, "other", false);
        lease(5, null, true);
        assertThat(plan(Set.of(), Set.of(), 9).forgets()).containsExactly(leases.get(1));
    }

    @Test
    void plan_aLeaseInItsOwnNameThatItDoesNotKnow_isTakenAgain() {
        shards(1);
        lease(0, "me", false);
        assertThat(taken(plan(Set.of(), Set.of(), 9))).containsExactly(shard(0));
    }

    @Test
    void book_aCounterThatStandsStill_isOverAfterTheLengthOfALeaseAsWatchedHere() {
        LeaseBook book = new LeaseBook(30);
        lease(0, "other", false);
        book.note(leases, 1000);
        assertThat(book.over(1029)).isEmpty();
        assertThat(book.isAlive(shard(0))).isFalse();
        book.note(leases, 1020);
        assertThat(book.over(1030)).containsExactly(shard(0));
        book.note(List.of(new StreamLease(shard(0), "other", 8, null, false)), 1030);
        assertThat(book.over(1031)).isEmpty();
        assertThat(book.isAlive(shard(0))).isTrue();
    }
}
