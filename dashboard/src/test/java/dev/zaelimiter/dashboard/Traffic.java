package dev.zaelimiter.dashboard;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import java.util.SplittableRandom;

/** A namespace with something to see. */
final class Traffic {

    private Traffic() {}

    /** Two resources, and a key below a customer. */
    static void prepare(RunningDashboard world) {
        world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
        world.admin
                .limits()
                .setResourceDefaults(
                        "gpt-4",
                        Limit.perMinute("rpm", 300),
                        Limit.perMinute("tpm", 40_000).burst(60_000));
        world.admin.limits().setResourceDefaults("images", Limit.perHour("pictures", 500));
        world.admin.entities().create(Entity.builder("acme").name("Acme Ltd").build());
        world.admin
                .entities()
                .create(Entity.builder("acme-search")
                        .parent("acme")
                        .cascade(true)
                        .metadata("tier", "gold")
                        .build());
        world.admin
                .limits()
                .setEntityLimits(
                        "acme-search",
                        "gpt-4",
                        Limit.perMinute("rpm", 40),
                        Limit.perMinute("tpm", 20_000).burst(30_000));
    }

    /** A day and a half in hours, then fifteen minutes that are looked at every five seconds. */
    static void drive(RunningDashboard world, int everySeconds) {
        SplittableRandom random = new SplittableRandom(7);
        for (int hour = 0; hour < 36; hour++) {
            double busy = 1.2 + Math.sin((hour - 6) * Math.PI / 12);
            for (int part = 0; part < 6; part++) {
                world.take("acme-search", "gpt-4", "tpm", (long) (9_000 * busy) + random.nextInt(3_000));
                for (int user = 0; user < 12; user++) {
                    world.take("user-" + user, "gpt-4", "tpm", (long) (40_000 * busy / (user + 2)));
                    world.take("user-" + user, "gpt-4", "rpm", 1 + random.nextInt(40));
                }
                world.take("acme-search", "images", "pictures", random.nextInt(60));
                world.pass(600);
            }
        }
        world.admin.limits().change(Level.resource("images"), LevelChange.keep().put(Limit.perHour("pictures", 400)));
        for (int i = 0; i < 180; i++) {
            world.pass(everySeconds - 1);
            double wave = 1 + Math.sin(i / 16.0 + 4);
            for (int request = 0; request < 4 * wave; request++) {
                if (world.take("acme-search", "gpt-4", "rpm", 1)) {
                    world.take("acme-search", "gpt-4", "tpm", 80 + random.nextInt(400));
                }
            }
            world.take("user-" + random.nextInt(12), "gpt-4", "rpm", 1 + random.nextInt(90));
            world.take("user-0", "gpt-4", "tpm", 2_500);
            world.take("acme-search", "images", "pictures", random.nextInt(6));
            world.pass(1);
            world.web.ask("/api/limits", "entity", "acme-search", "resource", "gpt-4");
            world.web.ask("/api/resource", "resource", "gpt-4");
            world.web.ask("/api/entity", "entity", "acme-search");
            world.web.ask("/api/requests");
        }
    }
}
