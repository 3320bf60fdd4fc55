package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.internal.guard.SafeTimers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

/**
 * Credentials that are at hand when a request is made.
 *
 * <p>The SDK asks their source on the thread that makes the call, and a source may take seconds: a program that is run,
 * a service that is asked. That thread is an application's, an event loop's or the only timer's, and while it waits no
 * caller's deadline is noticed. So the source is asked on a thread of the environment's executor, by one at a time; a
 * request is made when its answer is there, and what the SDK is given never blocks.
 *
 * <p>An answer is used for as long as it is valid. Sources have caches of their own and know when to refresh, so a
 * source is asked again if a request finds its answer older than a second; until it answers, the last one is used.
 *
 * <p>Safe for use by many threads.
 */
final class Credentials implements IdentityProvider<AwsCredentialsIdentity> {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    /** For how long the source is not asked again, whatever it said. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final IdentityProvider<? extends AwsCredentialsIdentity> source;
    private final StoreFailures failures;
    private final Environment environment;
    private final boolean fixed;

    private volatile @Nullable Heard heard;

    /** Guarded by this; null if the source is not being asked. */
    private @Nullable CompletableFuture<Heard> asking;

    private long askedNanos;

    /** What is known: the last credentials, and what went wrong when the source was last asked. */
    private record Heard(
            @Nullable AwsCredentialsIdentity identity,
            @Nullable Throwable failure,
            long atNanos) {}

    Credentials(
            IdentityProvider<? extends AwsCredentialsIdentity> source,
            StoreFailures failures,
            Environment environment) {
        this.source = source;
        this.failures = failures;
        this.environment = environment;
        this.fixed = source instanceof StaticCredentialsProvider || source instanceof AnonymousCredentialsProvider;
        if (fixed) {
            resolve(new CompletableFuture<>());
        }
    }

    /**
     * Goes on when there are credentials: immediately, or on another thread.
     *
     * @param patience how long to wait at most
     * @param answer fails if nothing is to be sent, or if something is thrown on the way
     * @param go makes the request that answers
     */
    void whenReady(Duration patience, CompletableFuture<?> answer, Runnable go) {
        try {
            Heard now = current();
            if (usable(now)) {
                go.run();
            } else if (now != null && now.failure != null && fresh(now)) {
                answer.completeExceptionally(failures.ofCredentials(now.failure));
            } else {
                await(ask(), patience, answer, go);
            }
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(failures.of(e));
        }
    }

    private void await(CompletableFuture<Heard> said, Duration patience, CompletableFuture<?> answer, Runnable go) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        Environment.Timer timer = new SafeTimers(environment).execute(() -> over.complete(false), patience.toNanos());
        FutureChains.whenDone(said, (done, none) -> over.complete(true));
        FutureChains.whenDone(over, answer, (inTime, none) -> {
            timer.cancel();
            Heard now = heard;
            if (usable(now)) {
                go.run();
            } else if (now != null && now.failure != null && Boolean.TRUE.equals(inTime)) {
                answer.completeExceptionally(failures.ofCredentials(now.failure));
            } else {
                answer.completeExceptionally(failures.noCredentialsYet(waitedNanos()));
            }
        });
    }

    private synchronized long waitedNanos() {
        return environment.monotonicNanos() - askedNanos;
    }

    /** What is known now; if that is more than a moment old, the source is asked again in the background. */
    private @Nullable Heard current() {
        Heard now = heard;
        if (!fixed && (now == null || !fresh(now))) {
            CompletableFuture<Heard> unused = ask();
            now = heard;
        }
        return now;
    }

    private boolean fresh(Heard known) {
        return environment.monotonicNanos() - known.atNanos <= FRESH_NANOS;
    }

    /** What the source says now is taken as it is; later its credentials are good until they expire. */
    private boolean usable(@Nullable Heard known) {
        if (known == null || known.identity == null) {
            return false;
        }
        return fixed || (known.failure == null && fresh(known)) || !expired(known.identity);
    }

    private boolean expired(AwsCredentialsIdentity identity) {
        return identity.expirationTime()
                .map(end -> end.toEpochMilli() <= environment.wallMillis())
                .orElse(false);
    }

    private CompletableFuture<Heard> ask() {
        CompletableFuture<Heard> answer = new CompletableFuture<>();
        synchronized (this) {
            if (asking != null) {
                return asking;
            }
            asking = answer;
            askedNanos = environment.monotonicNanos();
        }
        try {
            environment.executor().execute(() -> resolve(answer));
        } catch (RuntimeException | Error e) {
            hear(answer, null, e);
        }
        return answer;
    }

    private void resolve(CompletableFuture<Heard> answer) {
        try {
            FutureChains.whenDone(source.resolveIdentity(), (identity, failure) -> hear(answer, identity, failure));
        } catch (RuntimeException | Error e) {
            hear(answer, null, e);
        }
    }

    private void hear(
            CompletableFuture<Heard> answer, @Nullable AwsCredentialsIdentity identity, @Nullable Throwable failure) {
        Heard before = heard;
        long atNanos = fixed ? 0 : environment.monotonicNanos();
        Heard now;
        if (identity != null) {
            now = new Heard(identity, null, atNanos);
        } else {
            Throwable why =
                    failure == null ? new NullPointerException("no credentials") : StoreFailures.unwrap(failure);
            now = new Heard(before == null ? null : before.identity, why, atNanos);
            if (before != null && before.identity != null && before.failure == null) {
                LOG.warn("the source of the credentials failed; the last ones are used until they expire", why);
            }
        }
        heard = now;
        synchronized (this) {
            asking = null;
        }
        answer.complete(now);
    }

    /** The last credentials that were heard of, valid or not; null before the first. Asks nobody. */
    @Nullable
    AwsCredentialsIdentity known() {
        Heard now = heard;
        return now == null ? null : now.identity;
    }

    @Override
    public Class<AwsCredentialsIdentity> identityType() {
        return AwsCredentialsIdentity.class;
    }

    /** For the SDK: never blocks. If there are no credentials, no request should have come this far. */
    @Override
    public CompletableFuture<? extends AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
        AwsCredentialsIdentity identity = known();
        return identity == null
                ? CompletableFuture.failedFuture(SdkClientException.create("unable to load credentials in time"))
                : CompletableFuture.completedFuture(identity);
    }
}
