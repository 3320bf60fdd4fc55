package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.admin.Administration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the page can ask for, each under a path of its own. Safe for use by many threads. */
final class Api implements Answering {

    private static final long PATIENCE_MILLIS = 2_000;
    private static final long PATIENCE_WHEN_ASKED_MILLIS = 20_000;
    /** Of so many resources, or entities, at most is usage summed up. */
    private static final int MOST_OF_ALL = 50;

    private static final long RESOURCES_EVERY_MILLIS = 60_000;

    private final LimitRepository repository;
    private final Administration admin;
    private final Environment environment;
    private final About about;
    private final ReadAllowance allowance;
    private final StoreWork work;
    private final Subjects subjects;
    private final Lookups lookups;
    private final Changes changes;

    Api(LimitRepository repository, Administration admin, Environment environment, About about, StoreWork work) {
        this.repository = repository;
        this.admin = admin;
        this.environment = environment;
        this.about = about;
        this.work = work;
        this.allowance = new ReadAllowance(environment, about.unitsPerMinute());
        this.subjects = new Subjects(environment, allowance, work);
        this.lookups = new Lookups(admin);
        this.changes = new Changes(admin);
    }

    @Override
    public Reply answer(boolean writes, String path, Form form) {
        try {
            return writes ? change(path, form) : show(path, form);
        } catch (RuntimeException e) {
            return Failures.reply(e);
        }
    }

    private Reply show(String path, Form form) {
        return switch (path) {
            case "about" -> Reply.json(about.shown());
            case "requests" -> followed(form, "requests", about.everyMillis(), () -> new RequestsReading(repository));
            case "resources" -> followed(form, "resources", RESOURCES_EVERY_MILLIS, () -> new ResourcesReading(admin));
            case "limits" -> {
                String entity = form.entity();
                String resource = form.resource();
                yield followed(
                        form,
                        "limits " + entity + "#" + resource,
                        about.everyMillis(),
                        () -> new LimitsReading(admin, entity, resource));
            }
            case "entity" -> {
                String entity = form.entity();
                yield followed(
                        form,
                        "entity " + entity,
                        about.everyMillis(),
                        () -> new EntityReading(admin, entity, about.mostBuckets(), new Rates(environment)));
            }
            case "resource" -> {
                String resource = form.resource();
                yield followed(
                        form,
                        "resource " + resource,
                        about.everyMillis(),
                        () -> new ResourceReading(admin, resource, about.mostBuckets(), new Rates(environment)));
            }
            case "search" -> asked(Lookups.UNITS_OF_SEARCH, () -> lookups.search(form));
            case "record" -> asked(Lookups.UNITS_OF_RECORD, () -> lookups.record(form.entity()));
            case "levels" ->
                asked(Lookups.UNITS_OF_LEVELS, () -> lookups.levels(form.entityIfAny(), form.resourceIfAny()));
            case "usage" -> asked(0, () -> usage(form));
            case "audit" -> asked(Lookups.UNITS_OF_AUDIT, () -> lookups.audit(form));
            default -> Reply.error(Reply.NOT_FOUND, "there is nothing here");
        };
    }

    private Map<String, @Nullable Object> usage(Form form) {
        String entity = form.entityIfAny();
        String resource = form.resourceIfAny();
        List<UsageQuery> queries;
        String of = "";
        if (entity != null) {
            UsageQuery ofAll = UsageQuery.ofEntity(entity);
            queries = List.of(resource == null ? ofAll : ofAll.on(resource));
        } else if (resource != null) {
            queries = List.of(UsageQuery.ofResource(resource));
        } else {
            List<String> names = List.copyOf(ResourcesReading.names(admin));
            of = names.isEmpty() ? "entities" : "resources";
            queries = names.isEmpty()
                    ? lookups.firstEntities(MOST_OF_ALL).stream()
                            .map(UsageQuery::ofEntity)
                            .toList()
                    : names.stream()
                            .limit(MOST_OF_ALL)
                            .map(UsageQuery::ofResource)
                            .toList();
            allowance.spend(ResourcesReading.UNITS + (names.isEmpty() ? Lookups.UNITS_OF_SEARCH : 0));
        }
        String window = form.find("window");
        Reading.Seen seen = UsageLookup.read(
                repository.usage(),
                queries,
                window == null ? UsageWindow.HOURLY : UsageWindow.of(window),
                Instant.ofEpochMilli(environment.wallMillis()),
                about.mostBuckets());
        allowance.spend(seen.units());
        Map<String, @Nullable Object> shown = seen.shown();
        shown.put("of", of);
        return shown;
    }

    private Reply change(String path, Form form) {
        CompletableFuture<Map<String, @Nullable Object>> done = work.change(() -> changes.make(path, form));
        Reply reply =
                answer(done, "no answer from the store yet: it may still be changed, so look before you try again");
        subjects.expire();
        return reply;
    }

    private Reply followed(Form form, String name, long everyMillis, Supplier<Reading> reading) {
        return Reply.json(subjects.get(name, everyMillis, reading).ask(form.number("since", 0), PATIENCE_MILLIS));
    }

    private Reply asked(long units, Supplier<Map<String, @Nullable Object>> read) {
        long wait = allowance.waitMillisWhenAsked();
        if (wait > 0) {
            return Reply.error(
                    Reply.TOO_MANY,
                    "the page may read " + about.unitsPerMinute() + " units a minute, and has: try again in "
                            + (wait / 1000 + 1) + " s");
        }
        allowance.spend(units);
        return answer(work.read(read), "no answer from the store yet");
    }

    /** In real time, as a browser waits. */
    private static Reply answer(CompletableFuture<Map<String, @Nullable Object>> done, String late) {
        try {
            return Reply.json(done.get(PATIENCE_WHEN_ASKED_MILLIS, TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            return Failures.reply(e);
        } catch (TimeoutException e) {
            return Reply.error(Reply.NO_ANSWER, late);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.error(Reply.NO_STORE, "the dashboard is ending");
        }
    }
}
