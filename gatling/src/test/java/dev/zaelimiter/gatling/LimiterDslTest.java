package dev.zaelimiter.gatling;

import static dev.zaelimiter.gatling.LimiterDsl.limiter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import io.gatling.app.Gatling$;
import io.gatling.javaapi.core.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimiterDslTest {

    @TempDir
    private Path results;

    private int simulate(LimitRepository repository, Class<? extends Simulation> simulation) {
        Simulations.protocol = LimiterDsl.limits(repository);
        return Gatling$.MODULE$.fromArgs(new String[] {"-s", simulation.getName(), "-rf", results.toString(), "-nr"});
    }

    private static LimitRepository repository() {
        LimitRepository repository = EmbeddedRepository.inMemory();
        repository
                .limits()
                .setResourceDefaults(
                        "gpt-4",
                        Limit.custom("rpm", 5, 1, Duration.ofHours(1)),
                        Limit.custom("tpm", 1000, 1, Duration.ofHours(1)));
        return repository;
    }

    private static long available(LimitRepository repository, String entity, String limit) {
        return repository
                .rateLimiter()
                .check(dev.zaelimiter.AcquireRequest.of(entity, "gpt-4", limit, 0))
                .available(limit);
    }

    @Test
    void take_moreThanThereIs_countsRefusalsApart() {
        try (LimitRepository repository = repository()) {
            assertThat(simulate(repository, Simulations.TooMany.class)).isZero();
            assertThat(Simulations.protocol.counts()).isEqualTo(new LimiterCounts(5, 15, 0, 0));
        }
    }

    @Test
    void settle_atOnceAndLater_chargesWhatWasUsed() {
        try (LimitRepository repository = repository()) {
            assertThat(simulate(repository, Simulations.Settled.class)).isZero();
            assertThat(Simulations.protocol.counts().granted()).isEqualTo(30);
            assertThat(available(repository, "c-0", "tpm") + available(repository, "c-1", "tpm"))
                    .isEqualTo(2000 - 10 * 2 * 30);
        }
    }

    /** Users that were still there when the simulation was stopped kept their leases open for ever. */
    @Test
    void leases_thatNobodyEnds_areEndedWithTheirUsersAndTheSimulation() {
        try (LimitRepository repository = repository()) {
            assertThat(simulate(repository, Simulations.Forgotten.class)).isZero();
            assertThat(Simulations.protocol.counts().granted()).isEqualTo(4);
            assertThat(Simulations.protocol.leases().size()).isZero();
            assertThat(available(repository, "one", "rpm")).isEqualTo(1);
        }
    }

    @Test
    void take_ofAChild_chargesItsParentToo() {
        try (LimitRepository repository = repository()) {
            repository.entities().createIfAbsent(Entity.builder("org").build());
            repository
                    .entities()
                    .createIfAbsent(
                            Entity.builder("child").parent("org").cascade(true).build());

            assertThat(simulate(repository, Simulations.Cascaded.class)).isZero();

            assertThat(available(repository, "child", "tpm")).isEqualTo(1000 - 3 * 40);
            assertThat(available(repository, "org", "tpm")).isEqualTo(1000 - 3 * 40);
        }
    }

    /** One whose check was an assertion was never handed on, and its simulation never over. */
    @Test
    void requests_thatGoWrong_failAndTheUserGoesOn() {
        Simulations.reached = 0;
        try (LimitRepository repository = repository()) {
            assertThat(simulate(repository, Simulations.Wrong.class)).isZero();
            assertThat(Simulations.reached).isEqualTo(1);
        }
    }

    @Test
    void take_fromAStoreThatFails_countsDegradedApart() {
        try (FaultyStore store = FaultyStore.over(new InMemoryStore(Environment.system()));
                LimitRepository repository = RepositoryBuilder.on(store)
                        .onUnavailable(OnUnavailable.ALLOW)
                        .deadline(Duration.ofMillis(200))
                        .build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 5));
            store.down();
            assertThat(simulate(repository, Simulations.Degraded.class)).isZero();
            assertThat(Simulations.protocol.counts()).isEqualTo(new LimiterCounts(0, 0, 3, 0));
            store.up();
        }
    }

    @Test
    void simulation_withoutALimiter_saysWhatIsMissing() {
        assertThatThrownBy(() -> Gatling$.MODULE$.fromArgs(
                        new String[] {"-s", Simulations.Alone.class.getName(), "-rf", results.toString(), "-nr"}))
                .hasStackTraceContaining("limits(repository)");
    }

    @Test
    void build_ofHalfARequest_namesWhatIsMissing() {
        assertThatThrownBy(() -> limiter("take").entity("a").take("rpm", 1).asScala())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("resource");
        assertThatThrownBy(() -> limiter("take").entity("a").resource("gpt-4").asScala())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("take");
        assertThatThrownBy(() -> limiter("take")
                        .entity("a")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .settle("rpm", 1)
                        .holdAs("lease")
                        .asScala())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("settle");
    }
}
