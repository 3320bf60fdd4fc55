package dev.zaelimiter.compatibility;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.aggregator.AggregatorWorker;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.StoreFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One of everything that a release stores, and what the public API tells of it. */
final class RecordedStore {

    /** When it was made; {@link #READ} is when it is read, later than each refill and before anything expires. */
    static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    private static final Instant READ = START.plus(Duration.ofMinutes(3));

    /** What is left of the tokens of the resource {@code gpt-4} that never come back, for the entity {@code key}. */
    static final long LEFT_OF_TPM = 350;

    private RecordedStore() {}

    /** Makes the folder of the release that is being built, anew. */
    static void record(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("limits.zae");
        Files.deleteIfExists(file);
        make(file);
        Files.deleteIfExists(folder.resolve("limits.zae.lock"));
        List<String> items = new ArrayList<>();
        StoreFile.read(file, item -> items.add(ItemJson.write(item)));
        Files.write(folder.resolve("items.jsonl"), items);
        Path copy = Files.createTempDirectory("told").resolve("limits.zae");
        Files.copy(file, copy);
        Files.writeString(folder.resolve("told.txt"), told(copy));
    }

    private static void make(Path file) {
        ManualClock clock = new ManualClock(START, 1);
        try (LimitRepository repository = open(file, clock);
                AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
            Administration admin = Administration.of(repository).actingAs("release");
            admin.limits().setSystemDefaults(Limit.perDay("rpd", 5000));
            admin.limits().setOnUnavailable(OnUnavailable.ALLOW);
            admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60), Limit.budget("tpm", 1000));
            admin.limits().setResourceDefaults("soft", Limit.perHour("rph", 10).asSoft());
            admin.limits().setEntityDefaults("other", Limit.custom("slow", 7, 1, Duration.ofHours(5)));
            admin.limits().setEntityLimits("project", "gpt-4", Limit.perMinute("rpm", 600), Limit.budget("tpm", 2000));
            admin.entities().create(Entity.builder("project").name("A project").build());
            admin.entities()
                    .create(Entity.builder("key")
                            .parent("project")
                            .cascade(true)
                            .metadata("team", "ü")
                            .build());
            admin.switches().set(Level.resource("closed"), Access.DISABLED);
            admin.namespaces().register("tenant");
            take(repository, "key", "gpt-4", "rpm", 3, "tpm", 650);
            clock.advance(Duration.ofMillis(1500));
            take(repository, "other", "any", "slow", 4);
            Lease soft = repository.rateLimiter().acquire(request("soft-user", "soft", "rph", 10));
            soft.settle("rph", 14);
            soft.keep();
            take(repository.namespace("tenant"), "key", "own", List.of(Limit.perSecond("rps", 9)), "rps", 2);
            clock.advance(Duration.ofSeconds(2));
            worker.flush(Duration.ofSeconds(10));
        }
    }

    private static LimitRepository open(Path file, ManualClock clock) {
        return EmbeddedRepository.builder(file, Durability.PROCESS_CRASH)
                .environment(clock)
                .build();
    }

    private static void take(LimitRepository repository, String entity, String resource, Object... amounts) {
        repository.rateLimiter().acquire(request(entity, resource, amounts)).keep();
    }

    private static void take(
            LimitRepository repository, String entity, String resource, List<Limit> limits, Object... amounts) {
        repository
                .rateLimiter()
                .acquire(builder(entity, resource, amounts)
                        .limits(limits.toArray(Limit[]::new))
                        .build())
                .keep();
    }

    private static AcquireRequest request(String entity, String resource, Object... amounts) {
        return builder(entity, resource, amounts).build();
    }

    private static AcquireRequest.Builder builder(String entity, String resource, Object... amounts) {
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource(resource);
        for (int i = 0; i < amounts.length; i += 2) {
            request.take((String) amounts[i], ((Number) amounts[i + 1]).longValue());
        }
        return request;
    }

    /** Numbers and names only: texts for people may change. */
    static String told(Path file) {
        StringBuilder told = new StringBuilder();
        ManualClock clock = new ManualClock(READ, 2);
        try (LimitRepository repository = open(file, clock)) {
            tellLimits(repository, told);
            tellEntities(repository, told);
            tellBalances(repository, "key", "gpt-4", told, "rpm", 1, "tpm", 1);
            tellBalances(repository, "project", "gpt-4", told, "rpm", 1, "tpm", 1);
            tellBalances(repository, "other", "any", told, "slow", 1);
            tellBalances(repository, "soft-user", "soft", told, "rph", 1);
            tellUsage(repository, "key", told);
            tellUsage(repository, "soft-user", told);
            Administration admin = Administration.of(repository);
            admin.switches()
                    .list()
                    .forEach(each -> told.append("switch ")
                            .append(each.level().resource())
                            .append('\n'));
            for (AuditEvent event : admin.audit().readAll(null, null, 100, null).events()) {
                told.append("change ").append(event.action()).append(' ').append(event.subject());
                told.append(" by ")
                        .append(event.principal().orElse("-"))
                        .append(" at ")
                        .append(event.madeAt())
                        .append('\n');
            }
        }
        return told.toString();
    }

    private static void tellLimits(LimitRepository repository, StringBuilder told) {
        told.append("system ")
                .append(limits(repository.limits().getSystemDefaults()))
                .append('\n');
        told.append("when unavailable ")
                .append(repository.limits().getOnUnavailable().orElseThrow())
                .append('\n');
        for (String resource : repository.limits().resourcesWithDefaults()) {
            told.append("resource ").append(resource).append(' ');
            told.append(limits(repository.limits().getResourceDefaults(resource)))
                    .append('\n');
        }
        told.append("entity other ")
                .append(limits(repository.limits().getEntityDefaults("other")))
                .append('\n');
        told.append("entity project ")
                .append(limits(repository.limits().getEntityLimits("project", "gpt-4")))
                .append('\n');
    }

    private static String limits(List<Limit> limits) {
        StringBuilder text = new StringBuilder();
        for (Limit each : limits) {
            text.append(each.name()).append('=').append(each.capacity());
            text.append(each.isBudget() ? "/never" : "+" + each.refillAmount() + "/" + each.refillPeriod());
            text.append(each.soft() ? " soft;" : ";");
        }
        return text.toString();
    }

    private static void tellEntities(LimitRepository repository, StringBuilder told) {
        for (Entity each : repository.entities().list(100, null).entities()) {
            told.append("entity ")
                    .append(each.id())
                    .append(' ')
                    .append(each.name())
                    .append(' ');
            told.append(each.parent())
                    .append(' ')
                    .append(each.cascade())
                    .append(' ')
                    .append(each.metadata())
                    .append('\n');
        }
    }

    private static void tellBalances(
            LimitRepository repository, String entity, String resource, StringBuilder told, Object... amounts) {
        for (LimitStatus each : repository
                .rateLimiter()
                .check(request(entity, resource, amounts))
                .statuses()) {
            told.append("balance ")
                    .append(each.entity())
                    .append(' ')
                    .append(resource)
                    .append(' ');
            told.append(each.limit().name()).append(' ').append(each.available());
            told.append(" debt ").append(each.debt()).append('\n');
        }
    }

    private static void tellUsage(LimitRepository repository, String entity, StringBuilder told) {
        repository
                .usage()
                .read(UsageQuery.ofEntity(entity).window(UsageWindow.HOURLY), 100, null)
                .records()
                .forEach(each -> each.limits()
                        .forEach((limit, usage) -> told.append("usage ")
                                .append(each.entity())
                                .append(' ')
                                .append(each.resource())
                                .append(' ')
                                .append(each.start())
                                .append(' ')
                                .append(limit)
                                .append(' ')
                                .append(usage.consumed())
                                .append('\n')));
    }

    /** Takes one token after the other. */
    static long takenUntilRefused(Path file) {
        ManualClock clock = new ManualClock(READ, 3);
        try (LimitRepository repository = open(file, clock)) {
            for (long taken = 0; taken < 10_000; taken++) {
                Decision decision = repository.rateLimiter().tryAcquire(request("key", "gpt-4", "tpm", 1));
                if (!decision.granted()) {
                    return taken;
                }
            }
            return Long.MAX_VALUE;
        }
    }
}
