package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.drain;
import static dev.zaelimiter.tests.python.SharedTable.limit;
import static dev.zaelimiter.tests.python.SharedTable.take;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.ResourceDisabledException;
import java.util.List;
import java.util.Map;

/** What is left of leases, limits at other levels, switches, families. */
enum SameTableMore implements SameTableCase {
    SETTLE_LOWER("settles for less than it took") {
        @Override
        public void byPython(Fleet fleet) {
            assertThat(fleet.theirs.lease("l", "a", "rpd", 6)).isTrue();
            fleet.theirs.adjust("l", "rpd", -4);
            fleet.theirs.keep("l");
            assertThat(drain(fleet.ours, "a", "rpd", 20)).isEqualTo(8);
        }

        @Override
        public void byOurs(Fleet fleet) {
            Lease lease = fleet.ours.rateLimiter().acquire(take("a", "rpd", 6));
            lease.settle("rpd", 2);
            lease.keep();
            fleet.table.seconds(1);
            assertThat(fleet.theirs.drain("a", "rpd", 20)).isEqualTo(8);
        }
    },
    OVERDRAW("settles for more than there is: a debt") {
        @Override
        public void byPython(Fleet fleet) {
            assertThat(fleet.theirs.lease("l", "a", "rpd", 6)).isTrue();
            fleet.theirs.adjust("l", "rpd", 9);
            fleet.theirs.keep("l");
            assertThat(took(fleet.ours, "a", "rpd", 1)).isFalse();
            // 5 are owed of 10 a day: after 14 hours and 24 minutes there is one.
            fleet.table.seconds(6 * 8640 - 10);
            assertThat(took(fleet.ours, "a", "rpd", 1)).isFalse();
            fleet.table.seconds(20);
            assertThat(drain(fleet.ours, "a", "rpd", 5)).isEqualTo(1);
        }

        @Override
        public void byOurs(Fleet fleet) {
            Lease lease = fleet.ours.rateLimiter().acquire(take("a", "rpd", 6));
            lease.settle("rpd", 15);
            lease.keep();
            fleet.table.seconds(6 * 8640 - 10);
            assertThat(fleet.theirs.took("a", "rpd", 1)).isFalse();
            fleet.table.seconds(20);
            assertThat(fleet.theirs.drain("a", "rpd", 5)).isEqualTo(1);
        }
    },
    SYSTEM_LIMITS("sets the limits of everything: new buckets of other resources") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("set_system_defaults", Map.of("limits", List.of(limit("rpd", 3, 3, 86_400))));
            fleet.table.seconds(61);
            assertThat(takenElsewhere(fleet)).isEqualTo(3);
        }

        private int takenElsewhere(Fleet fleet) {
            int taken = 0;
            while (taken < 9
                    && took(
                            fleet.ours,
                            dev.zaelimiter.AcquireRequest.entity("a")
                                    .resource("other")
                                    .take("rpd", 1)
                                    .build())) {
                taken++;
            }
            return taken;
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setSystemDefaults(Limit.perDay("rpd", 3));
            fleet.table.seconds(61);
            assertThat(fleet.theirs.drainOf("other", "a", "rpd", 9)).isEqualTo(3);
        }
    },
    ENTITY_DEFAULTS("sets the defaults of an entity: its live bucket") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_limits",
                    Map.of(
                            "entity_id",
                            "warm",
                            "resource",
                            "_default_",
                            "limits",
                            List.of(limit("rpd", 4, 4, 86_400))));
            fleet.table.seconds(61);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(4);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setEntityDefaults("warm", Limit.perDay("rpd", 4));
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(4);
        }
    },
    ADDED_LIMIT("adds a limit to those of a resource: a live bucket") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_resource_defaults",
                    Map.of(
                            "resource",
                            RESOURCE,
                            "limits",
                            List.of(limit("rpd", 10, 10, 86_400), limit("tpd", 6, 6, 86_400))));
            fleet.table.seconds(61);
            assertThat(drain(fleet.ours, "warm", "tpd", 20)).isEqualTo(6);
            assertThat(fleet.theirs.drain("warm", "tpd", 20)).isZero();
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setResourceDefaults(RESOURCE, Limit.perDay("rpd", 10), Limit.perDay("tpd", 6));
            fleet.table.seconds(61);
            assertThat(fleet.theirs.drain("warm", "tpd", 20)).isEqualTo(6);
            assertThat(drain(fleet.ours, "warm", "tpd", 20)).isZero();
        }
    },
    DISABLE_ENTITY("disables an entity, and clears that") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("disable_entity", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.letKnow();
            assertThatThrownBy(() -> took(fleet.ours, "warm", "rpd", 1)).isInstanceOf(ResourceDisabledException.class);
            assertThat(took(fleet.ours, "a", "rpd", 1)).isTrue();
            fleet.python("clear_entity_disabled", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.letKnow();
            assertThat(took(fleet.ours, "warm", "rpd", 1)).isTrue();
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.admin.switches().set(Level.entity("warm", RESOURCE), Access.DISABLED);
            assertThatThrownBy(() -> fleet.theirs.took("warm", "rpd", 1)).hasMessageContaining("ResourceDisabled");
            assertThat(fleet.theirs.took("a", "rpd", 1)).isTrue();
            fleet.admin.switches().clear(Level.entity("warm", RESOURCE));
            assertThat(fleet.theirs.took("warm", "rpd", 1)).isTrue();
        }
    },
    BYPASS_RESOURCE("lets everybody past a resource's limits, and no longer") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("bypass_resource", Map.of("resource", RESOURCE));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(20);
            fleet.python("clear_resource_disabled", Map.of("resource", RESOURCE));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.admin.switches().set(Level.resource(RESOURCE), Access.BYPASS);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(20);
            fleet.admin.switches().clear(Level.resource(RESOURCE));
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(10);
        }
    },
    CASCADE_BACK("gives back what a child and its parent were charged") {
        @Override
        public void byPython(Fleet fleet) {
            family(fleet);
            assertThat(fleet.theirs.lease("l", "key", "rpd", 5)).isTrue();
            fleet.theirs.fail("l");
            assertThat(drain(fleet.ours, "org", "rpd", 20)).isEqualTo(10);
            assertThat(took(fleet.ours, "key", "rpd", 1)).isFalse();
        }

        @Override
        public void byOurs(Fleet fleet) {
            family(fleet);
            fleet.ours.rateLimiter().acquire(take("key", "rpd", 5)).giveBack();
            fleet.table.seconds(1);
            assertThat(fleet.theirs.drain("org", "rpd", 20)).isEqualTo(10);
            assertThat(fleet.theirs.took("key", "rpd", 1)).isFalse();
        }
    },
    CASCADE_REFUSED("charges a child whose parent is drained: nothing is taken") {
        @Override
        public void byPython(Fleet fleet) {
            family(fleet);
            assertThat(took(fleet.ours, "key", "rpd", 1)).isTrue();
            assertThat(drain(fleet.ours, "org", "rpd", 20)).isEqualTo(9);
            assertThat(fleet.theirs.took("key", "rpd", 2)).isFalse();
            fleet.table.seconds(1);
            assertThat(fleet.table.bucket("key").whole("b_rpd_tk", 0)).isBetween(9000L, 9001L);
        }

        @Override
        public void byOurs(Fleet fleet) {
            family(fleet);
            assertThat(fleet.theirs.took("key", "rpd", 1)).isTrue();
            assertThat(fleet.theirs.drain("org", "rpd", 20)).isEqualTo(9);
            assertThat(took(fleet.ours, "key", "rpd", 2)).isFalse();
            fleet.table.seconds(1);
            assertThat(fleet.theirs.drain("key", "rpd", 20)).isZero();
            assertThat(fleet.table.bucket("key").whole("b_rpd_tk", 0)).isBetween(9000L, 9001L);
        }
    },
    MOVE("moves an entity to another parent: its live bucket") {
        @Override
        public void byPython(Fleet fleet) {
            family(fleet);
            fleet.ours.entities().create(Entity.builder("org2").build());
            assertThat(took(fleet.ours, "key", "rpd", 1)).isTrue();
            fleet.python("set_parent", Map.of("entity_id", "key", "parent_id", "org2"));
            fleet.letKnow();
            assertThat(took(fleet.ours, "key", "rpd", 1)).isTrue();
            assertThat(took(fleet.ours, "key", "rpd", 2)).isTrue();
            assertThat(drain(fleet.ours, "org2", "rpd", 20)).isLessThanOrEqualTo(8);
        }

        @Override
        public void byOurs(Fleet fleet) {
            family(fleet);
            fleet.ours.entities().create(Entity.builder("org2").build());
            assertThat(fleet.theirs.took("key", "rpd", 1)).isTrue();
            fleet.ours.entities().setParent("key", "org2");
            fleet.table.seconds(61);
            assertThat(fleet.theirs.took("key", "rpd", 3)).isTrue();
            assertThat(fleet.theirs.drain("org2", "rpd", 20)).isEqualTo(7);
        }
    };

    private final String words;

    SameTableMore(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }

    static void family(Fleet fleet) {
        fleet.ours.entities().create(Entity.builder("org").build());
        fleet.ours
                .entities()
                .create(Entity.builder("key").parent("org").cascade(true).build());
    }
}
