package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Waitlist;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Looks without taking: how limits stand, and where they come from. All steps of a look share one deadline. */
final class Availabilities {

    private final Limiters limiters;
    private final Engine engine;

    Availabilities(Limiters limiters) {
        this.limiters = limiters;
        this.engine = limiters.engine();
    }

    CompletableFuture<Availability> check(AcquireRequest request, boolean urgent) {
        if (engine.closed()) {
            return CompletableFuture.failedFuture(new RepositoryClosedException());
        }
        TakeRequest take = TakeRequest.of(request);
        BucketPipeline child = limiters.pipeline(request.entity(), request.resource());
        long until = deadlineNanos();
        return lookedAtAll(child, until, urgent)
                .thenCompose(seen -> standing(child, take, until))
                .thenCompose(own -> {
                    List<LimitStatus> statuses = new ArrayList<>(own.statuses);
                    Lineage lineage = child.outlook().lineageInLine();
                    if (lineage == null || !lineage.cascade() || lineage.parent() == null) {
                        return CompletableFuture.completedFuture(complete(request, statuses, own.names, child));
                    }
                    BucketPipeline parent = limiters.pipeline(lineage.parent(), request.resource());
                    return lookedAtAll(parent, until, urgent)
                            .thenCompose(also -> standing(parent, take, until))
                            .thenApply(above -> {
                                statuses.addAll(above.statuses);
                                own.names.addAll(above.names);
                                return complete(request, statuses, own.names, child);
                            });
                });
    }

    /** Of a look that begins now, monotonic. */
    private long deadlineNanos() {
        return engine.environment().monotonicNanos() + engine.options().deadlineNanos();
    }

    /** How the limits of one bucket stand, and the names of all that it has. */
    private record Standing(List<LimitStatus> statuses, Set<String> names) {}

    /**
     * As they stand; a switch decides before them, as it does when something is taken, and what has been deleted is not
     * there any more.
     */
    private CompletableFuture<Standing> standing(BucketPipeline bucket, TakeRequest take, long until) {
        List<LimitStatus> all = limiters.router().statuses(bucket, take);
        ConfigKeys levels = ConfigKeys.of(engine.keys(), bucket.entity(), bucket.resource());
        return bounded(bucket.entity(), bucket.resource(), until, engine.resolve(levels, -1))
                .handle((known, failure) -> {
                    if (failure != null || known == null) {
                        return new Standing(all, bucket.outlook().limitNames(take));
                    }
                    if (known.unfollowed() != null && known.enabled()) {
                        throw new RateLimiterUnavailableException(
                                bucket.entity(),
                                bucket.resource(),
                                engine.store().traits().name() + ": " + known.unfollowed(),
                                null);
                    }
                    Set<String> names = bucket.outlook().limitNames(take, known);
                    List<LimitStatus> statuses = all.stream()
                            .filter(status -> !known.nothingStored()
                                    || names.contains(status.limit().name()))
                            .map(status ->
                                    known.enabled() ? status : status.overruled(known.access() == Access.DISABLED))
                            .toList();
                    return new Standing(statuses, names);
                });
    }

    /** Every limit asked about must be known to somebody. */
    private static Availability complete(
            AcquireRequest request, List<LimitStatus> statuses, Set<String> known, BucketPipeline child) {
        // One that the first shard lacks may be in another.
        statuses.forEach(status -> known.add(status.limit().name()));
        for (int i = 0; i < request.size(); i++) {
            Limit own = child.bindings().take(request).callLimit(request.limit(i));
            if (own != null && known.add(own.name())) {
                // The bucket lacks a limit that comes with the call: it would be given it, full.
                boolean fits = request.amount(i) <= own.capacity();
                statuses.add(LimitStatus.of(
                        request.entity(),
                        request.resource(),
                        own,
                        own.capacity(),
                        request.amount(i),
                        !fits,
                        fits ? 0 : -1));
            }
        }
        if (known.isEmpty() && request.size() > 0) {
            throw new NoLimitsException(request.entity(), request.resource());
        }
        for (int i = 0; i < request.size(); i++) {
            if (!known.contains(request.limit(i)) && !child.outlook().wasRemoved(request.limit(i))) {
                throw new UnknownLimitException(request.entity(), request.resource(), request.limit(i), known);
            }
        }
        return Availability.of(statuses);
    }

    /** The first shard says how many others there are to look at, and each of those may know of more. */
    private CompletableFuture<Boolean> lookedAtAll(BucketPipeline home, long until, boolean urgent) {
        return looked(home, until, urgent).thenCompose(seen -> lookedAtOthers(home, 1, until, urgent));
    }

    private CompletableFuture<Boolean> lookedAtOthers(BucketPipeline home, int from, long until, boolean urgent) {
        List<BucketPipeline> all = home.all();
        if (from >= all.size()) {
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<?>[] looks = all.subList(from, all.size()).stream()
                .map(shard -> looked(shard, until, urgent))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(looks).thenCompose(seen -> lookedAtOthers(home, all.size(), until, urgent));
    }

    private CompletableFuture<Boolean> looked(BucketPipeline pipeline, long until, boolean urgent) {
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        Outbox out = Outbox.ofCall();
        Waitlist.Look look = new Waitlist.Look() {
            @Override
            public long deadlineNanos() {
                return until;
            }

            @Override
            public void looked(@Nullable Throwable failure, Outbox o) {
                o.defer(() -> {
                    if (failure == null) {
                        seen.complete(true);
                    } else {
                        seen.completeExceptionally(unavailable(pipeline, failure));
                    }
                });
            }
        };
        try {
            pipeline.look(look, urgent, out);
        } finally {
            out.run(engine.environment());
        }
        return seen;
    }

    private static RuntimeException unavailable(BucketPipeline pipeline, Throwable failure) {
        return failure instanceof StoreException || !(failure instanceof RuntimeException known)
                ? new RateLimiterUnavailableException(
                        pipeline.entity(), pipeline.resource(), String.valueOf(failure.getMessage()), failure)
                : known;
    }

    CompletableFuture<Explanation> explain(String entity, String resource, boolean urgent) {
        if (engine.closed()) {
            return CompletableFuture.failedFuture(new RepositoryClosedException());
        }
        // Names are checked as those of a request are.
        Level.entity(entity, resource);
        BucketPipeline child = limiters.pipeline(entity, resource);
        List<Explanation.Line> lines = new ArrayList<>();
        List<String> unfollowed = new ArrayList<>();
        long until = deadlineNanos();
        return lookedUnlessForeign(child, until, urgent, unfollowed)
                .thenCompose(seen -> resolve(entity, resource, until).thenCompose(own -> {
                    lines.addAll(lines(entity, own));
                    Lineage lineage = child.outlook().lineageInLine();
                    if (lineage == null && own.lineage() != null) {
                        lineage = own.lineage();
                    }
                    add(unfollowed, own.unfollowed());
                    add(unfollowed, own.cascadePolicyAgainst(lineage));
                    if (lineage == null || !lineage.cascade() || lineage.parent() == null) {
                        return CompletableFuture.completedFuture(
                                Explanation.of(entity, resource, lines, Optional.empty(), unfollowed));
                    }
                    String parent = lineage.parent();
                    return resolve(parent, resource, until).thenApply(above -> {
                        lines.addAll(lines(parent, above));
                        add(unfollowed, above.unfollowed());
                        return Explanation.of(entity, resource, lines, Optional.of(parent), unfollowed);
                    });
                }));
    }

    private static void add(List<String> all, @Nullable String one) {
        if (one != null) {
            all.add(one);
        }
    }

    /** A bucket that can't be used is no reason not to say so. */
    private CompletableFuture<Boolean> lookedUnlessForeign(
            BucketPipeline pipeline, long until, boolean urgent, List<String> unfollowed) {
        return looked(pipeline, until, urgent).exceptionally(failure -> {
            Throwable cause = Callbacks.cause(failure);
            if (cause.getCause() instanceof DamagedBucketException foreign && foreign.isForeign()) {
                unfollowed.add(String.valueOf(foreign.getMessage()));
                return true;
            }
            throw cause instanceof RuntimeException known ? known : new CompletionException(cause);
        });
    }

    private CompletableFuture<Resolution> resolve(String entity, String resource, long until) {
        ConfigKeys levels = ConfigKeys.of(engine.keys(), entity, resource);
        return bounded(
                entity, resource, until, engine.resolve(levels, engine.configs().mark()));
    }

    private CompletableFuture<Resolution> bounded(
            String entity, String resource, long until, CompletableFuture<Resolution> resolving) {
        CompletableFuture<Resolution> bounded = new CompletableFuture<>();
        Environment.Timer timer = engine.timers()
                .schedule(
                        () -> bounded.completeExceptionally(new RateLimiterUnavailableException(
                                entity, resource, "the store gave no answer within the deadline", null)),
                        Math.max(0, until - engine.environment().monotonicNanos()));
        Callbacks.whenDone(resolving, (resolution, failure) -> {
            timer.cancel();
            if (failure == null && resolution != null) {
                bounded.complete(resolution);
            } else {
                Throwable cause = Callbacks.cause(failure);
                bounded.completeExceptionally(new RateLimiterUnavailableException(
                        entity, resource, String.valueOf(cause.getMessage()), cause));
            }
        });
        return bounded;
    }

    private static List<Explanation.Line> lines(String entity, Resolution resolution) {
        return resolution.level() == null
                ? List.of()
                : resolution.limits().stream()
                        .map(limit -> Explanation.Line.of(entity, limit, resolution.level()))
                        .toList();
    }
}
