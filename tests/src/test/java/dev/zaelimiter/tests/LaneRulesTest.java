package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a bucket is changed in place, each take is decided as it would be without that. */
class LaneRulesTest {

    private static final Duration HALF_A_MILLI = Duration.ofNanos(500_000);
    private static final int HOT = 100;
    private static final int MANY = 20_000;

    private final ManualClock clock = new ManualClock();
    private final AtomicLong inParts = new AtomicLong();
    private final WatchedMemory store = new WatchedMemory(clock);
    private final WatchedMemory crowded = new WatchedMemory(clock, account -> new CrowdedAccount(account, inParts));
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final LimitRepository many =
            RepositoryBuilder.on(crowded).environment(clock).build();
    private final RateLimiter limiter = repository.rateLimiter();

    @AfterEach
    void close() {
        repository.close();
        many.close();
        store.close();
        crowded.close();
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("e").resource("r").take("x", amount).build();
    }

    private static boolean takes(RateLimiter from, long amount) {
        return from.tryAcquire(request(amount)).granted();
    }

    private static void limits(LimitRepository of, Limit... limits) {
        of.limits().setResourceDefaults("r", limits);
    }

    /** It went to the bucket of the next entity, which had never given it. */
    @Test
    void giveBack_inALaneOfTheNextEntityOfThatId_doesNotGoBackThere() {
        limits(repository, Limit.perDay("x", 100));
        repository.entities().create(Entity.builder("e").build());
        openALane(store, limiter);
        Lease before = limiter.tryAcquire(request(20)).lease();
        repository.entities().delete("e");
        repository.entities().create(Entity.builder("e").build());
        openALane(store, limiter);
        assertThat(takes(limiter, 50)).isTrue();
        before.giveBack();

        assertThat(takes(limiter, 47)).isFalse();
        assertThat(takes(limiter, 46)).isTrue();
    }

    /** Takes a token four times, of which the fourth is taken in place. */
    private void openALane(WatchedMemory of, RateLimiter from) {
        for (int i = 0; i < 4; i++) {
            assertThat(takes(from, 1)).isTrue();
        }
        assertThat(of.accounts.get()).as("accounts").isPositive();
    }

    /** Bug: a bucket that was full in two milliseconds was refilled for the first of them twice. */
    @Test
    void take_ofABucketThatIsFullInTheNextMillisecond_isNotTakenFromTheLastOne() {
        limits(repository, Limit.custom("x", 1000, 100_000, Duration.ofSeconds(1)));
        clock.advance(HALF_A_MILLI);
        openALane(store, limiter);

        // Another millisecond, though none has passed.
        clock.advance(HALF_A_MILLI);
        assertThat(takes(limiter, 500)).isTrue();
        clock.advance(Duration.ofMillis(1));

        assertThat(takes(limiter, 601)).as("500 were left, and 100 came").isFalse();
        assertThat(takes(limiter, 600)).isTrue();
    }

    /** Bug: what was changed in this process was not in force before a lane's end. */
    @Test
    void take_afterLimitsWereChanged_isDecidedByTheNewOnes() {
        limits(repository, Limit.custom("x", 1000, 1, Duration.ofDays(1)));
        openALane(store, limiter);

        limits(repository, Limit.custom("x", 10, 1, Duration.ofDays(1)));

        assertThat(takes(limiter, 500)).isFalse();
        assertThat(takes(limiter, 6)).isTrue();
        assertThat(takes(limiter, 5)).as("4 are left").isFalse();
    }

    /** The bucket of the lane that was opened last is looked at before any other. */
    @Test
    void take_ofAnotherBucketThanThatOfTheLane_isTakenThere() {
        limits(repository, Limit.custom("x", 10, 1, Duration.ofDays(1)));
        repository.limits().setResourceDefaults("s", Limit.custom("x", 10, 1, Duration.ofDays(1)));
        openALane(store, limiter);

        AcquireRequest ofEntity = AcquireRequest.of("f", "r", "x", 9);
        AcquireRequest ofResource = AcquireRequest.of("e", "s", "x", 9);
        assertThat(limiter.tryAcquire(ofEntity).granted()).isTrue();
        assertThat(limiter.tryAcquire(ofEntity).granted()).isFalse();
        assertThat(limiter.tryAcquire(ofResource).granted()).isTrue();
        assertThat(limiter.tryAcquire(ofResource).granted()).isFalse();
        assertThat(takes(limiter, 6)).as("6 were left").isTrue();
        assertThat(takes(limiter, 1)).isFalse();
    }

    /** It is found without the cache of pipelines, which takes it for one that nobody asks for. */
    @Test
    void take_ofTheBusiestBucketAmongManyOthers_seldomLosesItsLane() {
        try (LimitRepository few = RepositoryBuilder.on(store)
                .environment(clock)
                .hotBuckets(HOT)
                .maxBuckets(MANY)
                .build()) {
            limits(few, Limit.custom("x", 1_000_000, 1, Duration.ofDays(1)));
            openALane(store, few.rateLimiter());
            for (int i = 0; i < MANY; i++) {
                assertThat(few.rateLimiter()
                                .tryAcquire(AcquireRequest.of("other" + i, "r", "x", 1))
                                .granted())
                        .isTrue();
                assertThat(takes(few.rateLimiter(), 1)).isTrue();
            }
            assertThat(store.accounts.get()).as("lanes").isLessThan(MANY / HOT);
        }
    }

    /** Where each limit stands is remembered of the first take of a lane. */
    @Test
    void take_inALaneThatNamesLimitsInAnotherWayThanTheFirst_isTakenFromEach() {
        limits(
                repository,
                Limit.custom("x", 100, 1, Duration.ofDays(1)),
                Limit.custom("y", 1000, 1, Duration.ofDays(1)));
        AcquireRequest first = AcquireRequest.entity("e")
                .resource("r")
                .take("x", 1)
                .take("y", 10)
                .build();
        for (int i = 0; i < 4; i++) {
            assertThat(limiter.tryAcquire(first).granted()).isTrue();
        }
        long accounts = store.accounts.get();
        assertThat(accounts).as("accounts").isPositive();

        AcquireRequest turned = AcquireRequest.entity("e")
                .resource("r")
                .take(new String("y"), 10)
                .take(new String("x"), 1)
                .build();
        assertThat(limiter.tryAcquire(turned).granted()).isTrue();
        assertThat(limiter.tryAcquire(AcquireRequest.of("e", "r", "y", 10)).granted())
                .isTrue();
        Lease last = limiter.acquire(first);

        assertThat(store.accounts.get()).as("all in one lane").isEqualTo(accounts);
        assertThat(last.available("x")).hasValue(100 - 6);
        assertThat(last.available("y")).hasValue(1000 - 70);
    }

    /** Bug: a part that was short refused, though others held enough. */
    @Test
    void take_ofMoreThanAPartHolds_isDecidedByTheSumOfAll() {
        limits(many, Limit.custom("x", 100_000, 1, Duration.ofDays(1)));
        RateLimiter from = many.rateLimiter();
        assertThat(takes(from, 1)).isTrue();
        openALane(crowded, from);
        assertThat(takes(from, 1)).isTrue();
        assertThat(inParts.get()).as("taken from a part").isPositive();

        assertThat(takes(from, 90_000)).isTrue();
        assertThat(takes(from, 9_995)).as("9,994 are left").isFalse();
        assertThat(takes(from, 9_994)).isTrue();
        assertThat(takes(from, 1)).isFalse();
    }

    @Test
    void statuses_ofATakeFromAPart_tellTheSumOfAll() {
        limits(many, Limit.custom("x", 100_000, 1, Duration.ofDays(1)));
        RateLimiter from = many.rateLimiter();
        openALane(crowded, from);
        Lease lease = from.acquire(request(10));
        assertThat(inParts.get()).as("taken from a part").isPositive();
        Lease unasked = from.acquire(request(1));

        assertThat(lease.available("x")).hasValue(100_000 - 15);
        LimitStatus status = lease.statuses().get(0);
        assertThat(status.requested()).isEqualTo(10);
        // Something else that ends the lane.
        many.rateLimiter().explain("e", "r");
        assertThat(takes(from, 5)).isTrue();
        assertThat(unasked.available("x")).as("as it was at the lane's end").hasValue(100_000 - 15);
    }

    @Test
    void settle_ofATakeFromAPart_isExactAndEndsNothing() {
        limits(many, Limit.custom("x", 100_000, 1, Duration.ofDays(1)));
        RateLimiter from = many.rateLimiter();
        openALane(crowded, from);
        long accounts = crowded.accounts.get();
        Lease lease = from.acquire(request(50));
        lease.settle("x", 70);
        lease.close();
        Lease other = from.acquire(request(50));
        other.settle("x", 20);
        other.close();
        from.acquire(request(9)).giveBack();

        assertThat(crowded.accounts.get()).as("accounts").isEqualTo(accounts);
        assertThat(crowded.bucket().whole("b_x_tc", 0)).isEqualTo((4 + 70 + 20) * 1000);
        assertThat(crowded.bucket().whole("b_x_tk", 0)).isEqualTo((100_000 - 94) * 1000);
    }

    /** Bug: each millisecond in which something went back ended the lane, and all who came met in the pipeline. */
    @Test
    void giveBack_inALaterMillisecond_isExactAndEndsNothing() {
        limits(repository, Limit.custom("x", 100_000, 100, Duration.ofSeconds(1)));
        openALane(store, limiter);
        assertThat(takes(limiter, 50_000)).isTrue();
        Lease lease = limiter.acquire(request(50));
        long accounts = store.accounts.get();

        clock.advance(Duration.ofMillis(3));
        lease.settle("x", 20);
        lease.close();
        clock.advance(Duration.ofMillis(3));
        limiter.acquire(request(9)).giveBack();

        assertThat(store.accounts.get()).as("accounts").isEqualTo(accounts);
        assertThat(store.bucket().whole("b_x_tc", 0)).isEqualTo((4 + 50_000 + 20) * 1000);
        clock.advance(Duration.ofMillis(4));
        assertThat(takes(limiter, 49_977)).as("49,976 are left, and one came").isTrue();
        assertThat(takes(limiter, 1)).isFalse();
    }

    /** What came back meanwhile stands in its place: the bucket must not hold more than it may. */
    @Test
    void giveBack_toABucketThatHasFilledUpMeanwhile_isCut() {
        limits(repository, Limit.custom("x", 1000, 100_000, Duration.ofSeconds(1)));
        clock.advance(HALF_A_MILLI);
        openALane(store, limiter);
        Lease lease = limiter.acquire(request(500));

        clock.advance(Duration.ofMillis(2));
        assertThat(takes(limiter, 100)).isTrue();
        clock.advance(Duration.ofMillis(2));
        lease.giveBack();

        assertThat(takes(limiter, 1001)).isFalse();
        assertThat(takes(limiter, 1000)).isTrue();
        assertThat(takes(limiter, 1)).isFalse();
    }

    /** Bug: the account of a bucket that nobody asked for again stayed open for good. */
    @Test
    void lanes_ofManyBucketsThatNobodyAsksForAgain_areClosed() {
        AtomicLong open = new AtomicLong();
        WatchedMemory counting = new WatchedMemory(clock, account -> {
            open.incrementAndGet();
            return new ForwardingAccount(account) {
                @Override
                void called(String method) {
                    open.addAndGet(method.equals("close") ? -1 : 0);
                }
            };
        });
        try (LimitRepository of =
                RepositoryBuilder.on(counting).environment(clock).build()) {
            limits(of, Limit.custom("x", 100_000, 1, Duration.ofDays(1)));
            for (int i = 0; i < 3_000; i++) {
                AcquireRequest request = AcquireRequest.entity("e" + i)
                        .resource("r")
                        .take("x", 1)
                        .build();
                for (int k = 0; k < 4; k++) {
                    Decision decision = of.rateLimiter().tryAcquire(request);
                    assertThat(decision.granted()).isTrue();
                }
            }
            assertThat(counting.accounts.get()).isGreaterThanOrEqualTo(3_000);
            assertThat(open.get()).as("accounts that are open").isBetween(1L, 1_024L);
        }
    }
}
