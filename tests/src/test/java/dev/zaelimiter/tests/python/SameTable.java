package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.drain;
import static dev.zaelimiter.tests.python.SharedTable.limit;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.ResourceDisabledException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes and their ends, limits, switches, entities, refills. */
enum SameTable implements SameTableCase {
    TAKE("takes tokens") {
        @Override
        public void byPython(Fleet fleet) {
            assertThat(fleet.theirs.took("a", "rpd", 3)).isTrue();
            assertThat(drain(fleet.ours, "a", "rpd", 20)).isEqualTo(7);
        }

        @Override
        public void byOurs(Fleet fleet) {
            assertThat(took(fleet.ours, "a", "rpd", 3)).isTrue();
            assertThat(fleet.theirs.drain("a", "rpd", 20)).isEqualTo(7);
        }
    },
    SETTLE("settles for more than it took") {
        @Override
        public void byPython(Fleet fleet) {
            assertThat(fleet.theirs.lease("l", "a", "rpd", 2)).isTrue();
            fleet.theirs.adjust("l", "rpd", 3);
            fleet.theirs.keep("l");
            assertThat(drain(fleet.ours, "a", "rpd", 20)).isEqualTo(5);
        }

        @Override
        public void byOurs(Fleet fleet) {
            Lease lease = fleet.ours.rateLimiter().acquire(SharedTable.take("a", "rpd", 2));
            lease.settle("rpd", 5);
            lease.keep();
            assertThat(fleet.theirs.drain("a", "rpd", 20)).isEqualTo(5);
        }
    },
    GIVE_BACK("gives back what it took") {
        @Override
        public void byPython(Fleet fleet) {
            assertThat(fleet.theirs.lease("l", "a", "rpd", 6)).isTrue();
            fleet.theirs.fail("l");
            assertThat(drain(fleet.ours, "a", "rpd", 20)).isEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.rateLimiter().acquire(SharedTable.take("a", "rpd", 6)).giveBack();
            fleet.table.seconds(1);
            assertThat(fleet.theirs.drain("a", "rpd", 20)).isEqualTo(10);
        }
    },
    RESOURCE_LIMITS("sets the limits of a resource: new buckets") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_resource_defaults",
                    Map.of("resource", RESOURCE, "limits", List.of(limit("rpd", 4, 4, 86_400))));
            fleet.table.seconds(61);
            assertThat(drain(fleet.ours, "a", "rpd", 20)).isEqualTo(4);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setResourceDefaults(RESOURCE, Limit.perDay("rpd", 4));
            fleet.table.seconds(61);
            assertThat(fleet.theirs.drain("a", "rpd", 20)).isEqualTo(4);
        }
    },
    ENTITY_LIMITS("sets the limits of an entity: its live bucket") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_limits",
                    Map.of("entity_id", "warm", "resource", RESOURCE, "limits", List.of(limit("rpd", 4, 4, 86_400))));
            fleet.table.seconds(61);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(4);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setEntityLimits("warm", RESOURCE, Limit.perDay("rpd", 4));
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(4);
        }
    },
    ENTITY_LIMITS_DELETED("deletes the limits of an entity: its live bucket") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_limits",
                    Map.of("entity_id", "warm", "resource", RESOURCE, "limits", List.of(limit("rpd", 4, 4, 86_400))));
            fleet.theirs.limiter("delete_limits", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.table.seconds(86_400);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.warm("alone");
            fleet.ours.limits().setEntityLimits("warm", RESOURCE, Limit.perDay("rpd", 4));
            fleet.python(
                    "set_limits",
                    Map.of("entity_id", "alone", "resource", RESOURCE, "limits", List.of(limit("rpd", 4, 4, 86_400))));
            assertThat(fleet.theirs.took("alone", "rpd", 0)).isTrue();
            fleet.ours.limits().deleteEntityLimits("warm", RESOURCE);
            fleet.theirs.limiter("delete_limits", Map.of("entity_id", "alone", "resource", RESOURCE));
            fleet.theirs.took("alone", "rpd", 0);
            fleet.theirs.took("warm", "rpd", 0);
            fleet.table.seconds(86_400);
            // The 4 that are stored it takes without a refill, and refills them once more: its own fault, after a rest.
            assertThat(fleet.theirs.drain("alone", "rpd", 20)).isEqualTo(14);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(14);
        }
    },
    SOFT("makes a limit soft, and hard again") {
        @Override
        public void byPython(Fleet fleet) {
            Map<String, Object> soft = new HashMap<>(limit("rpd", 10, 10, 86_400));
            soft.put("soft", true);
            fleet.python("set_resource_defaults", Map.of("resource", RESOURCE, "limits", List.of(soft)));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(20);
            fleet.python(
                    "set_resource_defaults",
                    Map.of("resource", RESOURCE, "limits", List.of(limit("rpd", 10, 10, 86_400))));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isZero();
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours
                    .limits()
                    .setResourceDefaults(RESOURCE, Limit.perDay("rpd", 10).asSoft());
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(20);
            fleet.ours.limits().setResourceDefaults(RESOURCE, Limit.perDay("rpd", 10));
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isZero();
        }
    },
    DISABLE("disables and enables a resource") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("disable_resource", Map.of("resource", RESOURCE));
            fleet.letKnow();
            assertThatThrownBy(() -> took(fleet.ours, "warm", "rpd", 1)).isInstanceOf(ResourceDisabledException.class);
            fleet.python("enable_resource", Map.of("resource", RESOURCE));
            fleet.letKnow();
            assertThat(took(fleet.ours, "warm", "rpd", 1)).isTrue();
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.admin.switches().set(Level.resource(RESOURCE), Access.DISABLED);
            assertThatThrownBy(() -> fleet.theirs.took("warm", "rpd", 1)).hasMessageContaining("ResourceDisabled");
            fleet.admin.switches().set(Level.resource(RESOURCE), Access.ENABLED);
            assertThat(fleet.theirs.took("warm", "rpd", 1)).isTrue();
        }
    },
    BYPASS("lets an entity past its limits, and no longer") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("bypass_entity", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(20);
            fleet.python("clear_entity_disabled", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.letKnow();
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isLessThanOrEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.admin.switches().set(Level.entity("warm", RESOURCE), Access.BYPASS);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(20);
            fleet.admin.switches().clear(Level.entity("warm", RESOURCE));
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isLessThanOrEqualTo(10);
        }
    },
    CASCADE("makes an entity whose parent is charged") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("create_entity", Map.of("entity_id", "org"));
            fleet.python("create_entity", Map.of("entity_id", "key", "parent_id", "org", "cascade", true));
            assertThat(took(fleet.ours, "key", "rpd", 3)).isTrue();
            assertThat(drain(fleet.ours, "org", "rpd", 20)).isEqualTo(7);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.entities().create(Entity.builder("org").build());
            fleet.ours
                    .entities()
                    .create(Entity.builder("key").parent("org").cascade(true).build());
            assertThat(fleet.theirs.took("key", "rpd", 3)).isTrue();
            assertThat(fleet.theirs.drain("org", "rpd", 20)).isEqualTo(7);
        }
    },
    DELETE("deletes an entity: its buckets are made anew") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python("create_entity", Map.of("entity_id", "warm"));
            fleet.theirs.repository("delete_entity", Map.of("entity_id", "warm"));
            fleet.table.seconds(2);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.entities().create(Entity.builder("warm").build());
            fleet.ours.entities().delete("warm");
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(10);
        }
    },
    RESET("resets a bucket") {
        @Override
        public void byPython(Fleet fleet) {
            drain(fleet.ours, "warm", "rpd", 20);
            fleet.python("reset_bucket", Map.of("entity_id", "warm", "resource", RESOURCE));
            fleet.table.seconds(2);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(10);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.theirs.drain("warm", "rpd", 20);
            fleet.admin.refills().reset("warm", RESOURCE, Set.of(), null);
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(10);
        }
    },
    TOP_UP("tops a bucket up") {
        @Override
        public void byPython(Fleet fleet) {
            drain(fleet.ours, "warm", "rpd", 20);
            fleet.python("top_up", Map.of("entity_id", "warm", "resource", RESOURCE, "amounts", Map.of("rpd", 4)));
            fleet.table.seconds(2);
            assertThat(drain(fleet.ours, "warm", "rpd", 20)).isEqualTo(4);
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.theirs.drain("warm", "rpd", 20);
            fleet.admin.refills().topUp("warm", RESOURCE, Map.of("rpd", 4L), null);
            fleet.table.seconds(2);
            assertThat(fleet.theirs.drain("warm", "rpd", 20)).isEqualTo(4);
        }
    },
    AUDIT("changes something: the other reads who did what") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.python(
                    "set_limits",
                    Map.of("entity_id", "a", "resource", RESOURCE, "limits", List.of(limit("rpd", 4, 4, 86_400))));
            assertThat(fleet.admin.audit().read("a", 10, null).events())
                    .anySatisfy(event -> assertThat(event.action()).isEqualTo("limits_set"));
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.ours.limits().setEntityLimits("a", RESOURCE, Limit.perDay("rpd", 4));
            assertThat(fleet.theirs
                            .repository("get_audit_events", Map.of("entity_id", "a"))
                            .toString())
                    .contains("limits_set");
        }
    };

    private final String words;

    SameTable(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
