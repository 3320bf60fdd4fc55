package dev.zaelimiter.spring.observe;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.admin.Administration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code limits}: limits in force and statistics; with an entity, its limits, where they come from and how
 * they stand. It only reads, unless {@code management.endpoint.limits.access=unrestricted}: then it sets and removes
 * limits too, in the name {@code actuator}. Safe for use by many threads.
 */
@Endpoint(id = "limits", defaultAccess = Access.READ_ONLY)
public final class LimitsEndpoint {

    private static final int MOST_RESOURCES = 1000;
    private static final String PRINCIPAL = "actuator";

    private final LimitRepository repository;

    LimitsEndpoint(LimitRepository repository) {
        this.repository = repository;
    }

    /**
     * Limits of everybody, and statistics.
     *
     * @return for JSON; of more than 1000 resources only the first
     */
    @ReadOperation
    public Map<String, Object> all() {
        StoredLimits limits = repository.limits();
        List<String> names = limits.resourcesWithDefaults();
        List<Level> levels = new ArrayList<>();
        levels.add(Level.system());
        names.stream().limit(MOST_RESOURCES).forEach(name -> levels.add(Level.resource(name)));
        Map<Level, LevelSettings> read = limits.readAll(levels);
        Map<String, Object> resources = new LinkedHashMap<>();
        read.forEach((level, settings) ->
                level.resource().ifPresent(resource -> resources.put(resource, LimitsAsJson.of(settings))));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("statistics", LimitsAsJson.of(repository.statistics()));
        all.put("system", LimitsAsJson.of(read.get(Level.system())));
        all.put("resources", resources);
        all.put("resourcesNotShown", Math.max(0, names.size() - MOST_RESOURCES));
        return all;
    }

    /**
     * The limits of an entity on a resource, where each comes from, and how it stands. Takes nothing.
     *
     * @param entity who
     * @param resource on what
     * @return for JSON
     */
    @ReadOperation
    public Map<String, Object> explain(@Selector String entity, String resource) {
        return checked(() -> {
            Explanation explanation = repository.rateLimiter().explain(entity, resource);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("entity", entity);
            answer.put("resource", resource);
            explanation.cascadesTo().ifPresent(parent -> answer.put("cascadesTo", parent));
            answer.put("limits", lines(explanation));
            return answer;
        });
    }

    private List<Map<String, Object>> lines(Explanation explanation) {
        if (explanation.lines().isEmpty()) {
            return List.of();
        }
        AcquireRequest.Builder request =
                AcquireRequest.entity(explanation.entity()).resource(explanation.resource());
        explanation.lines().stream()
                .map(line -> line.limit().name())
                .distinct()
                .limit(AcquireRequest.MAX_LIMITS)
                .forEach(name -> request.take(name, 0));
        List<LimitStatus> statuses =
                repository.rateLimiter().check(request.build()).statuses();
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Explanation.Line line : explanation.lines()) {
            Map<String, Object> shown = LimitsAsJson.of(line.limit());
            shown.put("entity", line.entity());
            shown.put("from", line.level());
            statuses.stream()
                    .filter(status -> status.entity().equals(line.entity())
                            && status.limit().name().equals(line.limit().name()))
                    .findFirst()
                    .ifPresent(status -> {
                        shown.put("available", status.available());
                        shown.put("debt", status.debt());
                    });
            lines.add(shown);
        }
        return lines;
    }

    /**
     * Sets one limit of a level; the others of that level stay.
     *
     * @param name of the limit
     * @param capacity tokens at most, and by default as many come back in each period
     * @param refillAmount tokens that come back in each period
     * @param refillPeriodSeconds by default 60
     * @param entity whose level; by default everybody's
     * @param resource whose level; by default that of all resources
     * @return the level as it is now
     */
    @WriteOperation
    public Map<String, Object> set(
            String name,
            long capacity,
            @Nullable Long refillAmount,
            @Nullable Long refillPeriodSeconds,
            @Nullable String entity,
            @Nullable String resource) {
        return checked(() -> {
            Limit limit = Limit.custom(
                    name,
                    capacity,
                    refillAmount == null ? capacity : refillAmount,
                    Duration.ofSeconds(refillPeriodSeconds == null ? 60 : refillPeriodSeconds));
            return change(entity, resource, LevelChange.keep().put(limit));
        });
    }

    /**
     * Removes one limit of a level.
     *
     * @param name of the limit
     * @param entity whose level; by default everybody's
     * @param resource whose level; by default that of all resources
     * @return the level as it is now
     */
    @DeleteOperation
    public Map<String, Object> remove(String name, @Nullable String entity, @Nullable String resource) {
        return checked(() -> change(entity, resource, LevelChange.keep().remove(name)));
    }

    private Map<String, Object> change(@Nullable String entity, @Nullable String resource, LevelChange change) {
        StoredLimits limits = Administration.of(repository).actingAs(PRINCIPAL).limits();
        return LimitsAsJson.of(limits.change(level(entity, resource), change));
    }

    private static Level level(@Nullable String entity, @Nullable String resource) {
        if (entity == null) {
            return resource == null ? Level.system() : Level.resource(resource);
        }
        return resource == null ? Level.entity(entity) : Level.entity(entity, resource);
    }

    /** What is not allowed is the caller's mistake, and told as such. */
    private static <T> T checked(Supplier<T> operation) {
        try {
            return operation.get();
        } catch (InvalidInputException refused) {
            throw new InvalidEndpointRequestException(String.valueOf(refused.getMessage()), refused.getMessage());
        }
    }
}
