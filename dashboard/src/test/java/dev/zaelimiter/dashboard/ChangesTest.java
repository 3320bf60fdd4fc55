package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page can change where it may. */
class ChangesTest {

    private RunningDashboard world;

    @BeforeEach
    void open() {
        world = RunningDashboard.changing();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void limits_setOnEachLevel_areStored_inSomebodysName() {
        world.web.post("/api/limits", "version", "0", "limit", "rpm,60,60,100,false");
        world.web.post(
                "/api/limits",
                "version",
                "0",
                "resource",
                "gpt-4",
                "limit",
                "rpm,10,1,10,true",
                "limit",
                "tpm,5,60,5,false");
        world.web.post("/api/limits", "version", "0", "entity", "::1", "limit", "rpm,7,3600,7,false");
        world.web.post(
                "/api/limits",
                "version",
                "0",
                "entity",
                "a",
                "resource",
                "gpt-4",
                "limit",
                "usd,1,1000000000,50,false");

        assertThat(world.repository.limits().getSystemDefaults())
                .containsExactly(Limit.perMinute("rpm", 60).burst(100));
        assertThat(world.repository.limits().getResourceDefaults("gpt-4"))
                .containsExactly(Limit.perSecond("rpm", 10).asSoft(), Limit.perMinute("tpm", 5));
        assertThat(world.repository.limits().getEntityDefaults("x--::1")).containsExactly(Limit.perHour("rpm", 7));
        assertThat(world.repository.limits().getEntityLimits("a", "gpt-4")).containsExactly(Limit.budget("usd", 50));
        assertThat(world.admin
                        .audit()
                        .read(AuditLog.SYSTEM, 1, null)
                        .events()
                        .get(0)
                        .principal())
                .contains("alice");
    }

    @Test
    void limits_deleted_keepThePolicy() {
        world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 1));
        world.admin.limits().setOnUnavailable(OnUnavailable.ALLOW);
        long version = world.repository.limits().read(Level.system()).version();
        assertThat(world.web
                        .post("/api/limits", "version", String.valueOf(version))
                        .status())
                .isEqualTo(200);
        assertThat(world.repository.limits().getSystemDefaults()).isEmpty();
        assertThat(world.repository.limits().getOnUnavailable()).contains(OnUnavailable.ALLOW);
    }

    @Test
    void limits_changedMeanwhile_areLeftAlone() {
        world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 1));
        Web.Answer answer = world.web.post("/api/limits", "version", "0", "limit", "rpm,60,60,60,false");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).contains("changed by somebody else");
        assertThat(world.repository.limits().getSystemDefaults()).containsExactly(Limit.perMinute("rpm", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rpm,60,60,60",
                "rpm,60,60,60,false,x",
                "rpm,x,60,60,false",
                "rpm,60,0,60,false",
                "rpm,0,60,60,false",
                "rpm,60,60,-1,false",
                "rpm,99999999999999999999,60,60,false",
                "wcu,60,60,60,false",
                "r p m,60,60,60,false",
                ",60,60,60,false"
            })
    void limits_wrong_areNamed_andNothingIsChanged(String limit) {
        Web.Answer answer = world.web.post("/api/limits", "version", "0", "limit", limit);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.error()).contains("is not allowed");
        assertThat(world.repository.limits().getSystemDefaults()).isEmpty();
    }

    @Test
    void limits_twoOfOneName_areRefused() {
        Web.Answer answer =
                world.web.post("/api/limits", "version", "0", "limit", "rpm,6,60,6,false", "limit", "rpm,7,60,7,false");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(world.repository.limits().getSystemDefaults()).isEmpty();
    }

    @Test
    void limits_withoutAVersion_areRefused() {
        assertThat(world.web.post("/api/limits", "limit", "rpm,6,60,6,false").status())
                .isEqualTo(400);
    }

    @Test
    void limits_storeThatIsAway_saySoAndWhetherTheyMayBeStored() {
        world.store.failNextWrites(Fault.UNREACHABLE, 100);
        Web.Answer answer = world.web.post("/api/limits", "version", "0", "limit", "rpm,6,60,6,false");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.error()).contains("nothing was changed");
    }

    @Test
    void switch_setAndCleared() {
        for (String word : new String[] {"DISABLED", "BYPASS", "ENABLED"}) {
            assertThat(world.web
                            .post("/api/access", "resource", "gpt-4", "access", word)
                            .status())
                    .isEqualTo(200);
            assertThat(world.admin.switches().get(Level.resource("gpt-4"))).contains(Access.valueOf(word));
        }
        world.web.post("/api/access", "resource", "gpt-4", "access", "NONE");
        assertThat(world.admin.switches().get(Level.resource("gpt-4"))).isEmpty();
    }

    @Test
    void switch_wrong_isNamed() {
        assertThat(world.web
                        .post("/api/access", "resource", "gpt-4", "access", "off")
                        .error())
                .contains("DISABLED");
        assertThat(world.web.post("/api/access", "access", "DISABLED").status()).isEqualTo(400);
        assertThat(world.web.post("/api/none", "access", "DISABLED").status()).isEqualTo(400);
    }

    /** What would lock older clients out for good is asked about first, and done when somebody has agreed. */
    @Test
    void change_thatLocksClientsOut_isAskedAboutFirst() {
        Item record = Item.builder(Key.of("_/SYSTEM#", "#VERSION"))
                .put("GSI4PK", "_")
                .put("GSI4SK", "_/SYSTEM#")
                .put("schema_version", "0.10.0")
                .put("client_min_version", "0.9.0")
                .build();
        world.store.write(Write.put(WriteShape.put(null), record)).join();
        for (String[] change : new String[][] {
            {"/api/limits", "version", "0", "resource", "gpt-4", "limit", "rpm,6,60,6,true"},
            {"/api/access", "version", "0", "resource", "gpt-4", "access", "BYPASS"}
        }) {
            JsonNode question = world.web
                    .post(change[0], Arrays.copyOfRange(change, 1, change.length))
                    .json();
            assertThat(question.get("raisesFrom").asText()).isEqualTo("0.9.0");
            assertThat(question.get("raisesTo").asText()).isEqualTo("0.17.0");
            assertThat(world.repository.limits().read(Level.resource("gpt-4")).version())
                    .isZero();
        }
        world.web.post("/api/limits", "version", "0", "resource", "gpt-4", "limit", "rpm,6,60,6,true", "agreed", "yes");
        assertThat(world.repository.limits().getResourceDefaults("gpt-4"))
                .containsExactly(Limit.perMinute("rpm", 6).asSoft());
        assertThat(world.admin.raisedLeastClient()).contains("0.17.0");
    }

    @Test
    void change_isSeenByTheNextLook() {
        world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
        world.web.ask("/api/limits", "entity", "a", "resource", "gpt-4");
        world.web.post("/api/limits", "version", "1", "limit", "rpm,7,60,7,false");
        assertThat(world.web
                        .ask("/api/limits", "entity", "a", "resource", "gpt-4")
                        .get("value")
                        .get("lines")
                        .get(0)
                        .get("capacity")
                        .asLong())
                .isEqualTo(7);
    }
}
