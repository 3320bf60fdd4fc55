package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Story.acquire;
import static dev.zaelimiter.tests.Story.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Buckets of one shard, as the original leaves them on the table. Each test names where ours differs on purpose. */
class ItemVectorsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);
    private static final Limit TPM = Limit.perMinute("tpm", 10_000);

    private static Story.Difference number(String attribute, long ours) {
        return expected -> expected.computeIfPresent(attribute, (name, value) -> AttributeValue.of(ours));
    }

    /**
     * Ours charges a write unit for each write, theirs for those of the fast path; and ours leaves out empty writes.
     */
    private static Story.Difference[] writeUnits(long left, long consumed) {
        return new Story.Difference[] {number("b_wcu_tk", left), number("b_wcu_tc", consumed)};
    }

    private static Consumer<LimitRepository> system(Limit... limits) {
        return repository -> repository.limits().setSystemDefaults(limits);
    }

    private static Consumer<LimitRepository> resource(Limit... limits) {
        return repository -> repository.limits().setResourceDefaults("gpt-4", limits);
    }

    private static Consumer<LimitRepository> entity(String entity, Limit... limits) {
        return repository -> repository.limits().setEntityLimits(entity, "gpt-4", limits);
    }

    private static Consumer<LimitRepository> create(Entity entity) {
        return repository -> repository.entities().create(entity);
    }

    private static Entity child(boolean cascade) {
        return Entity.builder("key-1").parent("proj-1").cascade(cascade).build();
    }

    private static Consumer<LimitRepository> leased(AcquireRequest request, Consumer<Lease> use) {
        return repository -> repository.rateLimiter().run(request, use::accept);
    }

    @Test
    void cold_systemDefaults_bucketExpires() {
        try (Story story = new Story("item-008")) {
            story.step(system(RPM)).step(acquire("user-1", "rpm", 1)).nothingLeft();
        }
    }

    @Test
    void cold_resourceDefaults_undeclaredLimitStartsFull() {
        try (Story story = new Story("item-010")) {
            story.step(resource(RPM, TPM)).step(acquire("user-1", "rpm", 1)).nothingLeft();
        }
    }

    @Test
    void cold_entityLimits_bucketDoesNotExpire() {
        try (Story story = new Story("item-012")) {
            story.step(entity("user-1", RPM, TPM))
                    .step(acquire("user-1", "rpm", 1, "tpm", 500))
                    .nothingLeft();
        }
    }

    @Test
    void cold_entityDefaults_bucketDoesNotExpire() {
        try (Story story = new Story("item-013")) {
            story.step(repository -> repository.limits().setEntityDefaults("user-1", RPM))
                    .step(acquire("user-1", "rpm", 3))
                    .nothingLeft();
        }
    }

    @Test
    void cold_limitsOfTheCall_bucketExpires() {
        try (Story story = new Story("item-014")) {
            AcquireRequest request = AcquireRequest.entity("user-1")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .limits(RPM)
                    .build();
            story.step(repository -> repository.rateLimiter().acquire(request).keep())
                    .nothingLeft();
        }
    }

    @Test
    void cold_childWithoutCascade_namesItsParentAndTakesNothingOfIt() {
        try (Story story = new Story("item-016")) {
            story.step(create(Entity.builder("proj-1").build()))
                    .step(create(child(false)))
                    .step(system(RPM))
                    .step(acquire("key-1", "rpm", 1))
                    .nothingLeft();
            assertThat(story.has("/BUCKET#proj-1#gpt-4#0", "#STATE")).isFalse();
        }
    }

    @Test
    void cold_cascade_bothBuckets() {
        try (Story story = new Story("item-017")) {
            story.step(create(Entity.builder("proj-1").build()))
                    .step(create(child(true)))
                    .step(system(RPM))
                    .step(entity("proj-1", Limit.perMinute("rpm", 1_000)))
                    .step(acquire("key-1", "rpm", 1))
                    .nothingLeft();
        }
    }

    @Test
    void cold_everyAllowedCharacter_sameKeysAndAttributes() {
        try (Story story = new Story("item-019")) {
            String resource = "openai/gpt-4.0_x:1";
            AcquireRequest request = AcquireRequest.entity("sk-proj:A.b@c_1")
                    .resource(resource)
                    .take("r.p-m_1", 1)
                    .build();
            story.step(repository -> repository.limits().setResourceDefaults(resource, Limit.perMinute("r.p-m_1", 100)))
                    .step(repository ->
                            repository.rateLimiter().acquire(request).keep())
                    .nothingLeft();
        }
    }

    @Test
    void cold_smallestAndLargest_sameNumbers() {
        try (Story story = new Story("item-020")) {
            story.step(resource(Limit.perMinute("one", 1), Limit.perMinute("big", 1_000_000_000_000L)))
                    .step(acquire("user-1", "one", 1, "big", 123_456_789_012L))
                    .nothingLeft();
        }
    }

    @Test
    void cold_otherMultipliers_otherTimeToLive() {
        try (Story story = new Story("item-021");
                LimitRepository never = story.open(builder -> builder.ttlMultiplier(0));
                LimitRepository longer = story.open(builder -> builder.ttlMultiplier(14))) {
            story.step(system(RPM));
            acquire("user-0", "rpm", 1).accept(never);
            story.expect();
            acquire("user-14", "rpm", 1).accept(longer);
            story.expect().nothingLeft();
        }
    }

    @Test
    void warm_takesBelowTheCeiling_leaveTheStamp() {
        try (Story story = new Story("item-022")) {
            story.step(entity("user-1", RPM, TPM))
                    .step(acquire("user-1", "rpm", 1, "tpm", 500))
                    .step(acquire("user-1", "rpm", 1, "tpm", 500));
            story.clock.advance(Duration.ofSeconds(1));
            story.step(acquire("user-1", "rpm", 1, "tpm", 500))
                    .step(acquire("user-1", "tpm", 7))
                    // A request for nothing is granted without a write.
                    .step(acquire("user-1", "rpm", 0, "tpm", 0), writeUnits(997_000, 3_000))
                    .step(repository -> {
                        Decision decision = repository.rateLimiter().tryAcquire(request("user-1", "rpm", 101));
                        assertThat(decision.refusal().everFits()).isFalse();
                    })
                    .nothingLeft();
            assertThat(story.item("/BUCKET#user-1#gpt-4#0", "#STATE").whole("b_rpm_tk", 0))
                    .isEqualTo(97_000);
        }
    }

    @Test
    void warm_stampAndTimeToLive_moveWithARefillAlone() {
        try (Story story = new Story("item-024")) {
            story.step(resource(RPM, TPM)).step(acquire("user-1", "rpm", 99));
            story.clock.advance(Duration.ofSeconds(5));
            story.step(acquire("user-1", "rpm", 1));
            story.clock.advance(Duration.ofSeconds(5));
            // Our refill is a write like any other, and pays for itself.
            story.step(acquire("user-1", "rpm", 5), writeUnits(999_000, 2_000)).nothingLeft();
        }
    }

    @Test
    void lease_corrections_sameBalancesAndCounters() {
        try (Story story = new Story("item-025")) {
            story.step(entity("user-1", RPM, TPM));
            correct(story, request("user-1", "rpm", 1, "tpm", 500), lease -> lease.adjust("tpm", 1_500));
            correct(story, request("user-1", "rpm", 1, "tpm", 500), lease -> lease.adjust("tpm", -400));
            correct(story, request("user-1", "tpm", 0), lease -> lease.adjust("tpm", 20_000));
            correct(story, request("user-1", "rpm", 3), lease -> lease.adjust("rpm", -2));
            correct(story, request("user-1", "rpm", 1), lease -> lease.take("rpm", 4));
            correct(story, request("user-1", "rpm", 1), lease -> {
                lease.adjust("rpm", 2);
                lease.adjust("rpm", -2);
            });
            // A lease of 1 can't give 300 back here, so ours never needs their mark of an overfull bucket (vu).
            assertThatThrownBy(() -> leased(request("user-1", "rpm", 1), lease -> lease.adjust("rpm", -300))
                            .accept(story.repository))
                    .isInstanceOf(InvalidInputException.class);
            story.skip(2).nothingLeft();
        }
    }

    private static void correct(Story story, AcquireRequest request, Consumer<Lease> use) {
        leased(request, use).accept(story.repository);
        long tk = story.item("/BUCKET#user-1#gpt-4#0", "#STATE").whole("b_wcu_tk", 0);
        long tc = story.item("/BUCKET#user-1#gpt-4#0", "#STATE").whole("b_wcu_tc", 0);
        story.expect(writeUnits(tk, tc));
    }

    @Test
    void call_thatThrows_givesEverythingBack() {
        try (Story story = new Story("item-027")) {
            story.step(entity("user-1", RPM, TPM));
            assertThatThrownBy(() -> leased(request("user-1", "rpm", 2), lease -> {
                                throw new IllegalStateException("x");
                            })
                            .accept(story.repository))
                    .hasMessage("x");
            story.expect(writeUnits(999_000, 1_000)).nothingLeft();
        }
    }

    @Test
    void cascade_takesCorrectionsAndRefusals_reachChildAndParent() {
        try (Story story = new Story("item-028");
                LimitRepository another = story.open(builder -> {})) {
            story.step(create(Entity.builder("proj-1").build()))
                    .step(create(child(true)))
                    .step(entity("key-1", Limit.perMinute("rpm", 10)))
                    .step(entity("proj-1", Limit.perMinute("rpm", 12)))
                    .step(acquire("key-1", "rpm", 1))
                    .step(acquire("key-1", "rpm", 1))
                    .step(
                            leased(request("key-1", "rpm", 1), lease -> lease.adjust("rpm", 2)),
                            writeUnits(997_000, 3_000));
            assertThatThrownBy(() -> leased(request("key-1", "rpm", 1), lease -> {
                                throw new IllegalStateException("x");
                            })
                            .accept(story.repository))
                    .hasMessage("x");
            story.expect(writeUnits(995_000, 5_000)).step(acquire("proj-1", "rpm", 6), writeUnits(994_000, 6_000));
            // A second process, whose parent is short: the child's tokens come back, by a write and another.
            Decision decision = another.rateLimiter().tryAcquire(request("key-1", "rpm", 3));
            assertThat(decision.granted()).isFalse();
            story.expect(childWriteUnits(story)).nothingLeft();
        }
    }

    private static Story.Difference[] childWriteUnits(Story story) {
        Item child = story.item("/BUCKET#key-1#gpt-4#0", "#STATE");
        assertThat(child.whole("b_wcu_tc", 0)).isBetween(5_000L, 7_000L);
        return writeUnits(child.whole("b_wcu_tk", 0), child.whole("b_wcu_tc", 0));
    }
}
