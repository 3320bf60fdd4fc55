package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.facets.AuditedTransactions;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives a bucket tokens by hand: all that is missing, or some. All shards, the record of the idempotency key and the
 * audit record are written in one transaction. Never above a ceiling, which is that of the limits that are stored now,
 * also if nobody has taken anything since they were changed. Blocking; safe for use by many threads.
 *
 * <p>Under an idempotency key something is done once: who asks again within three days is told what was done. Without
 * one a call that failed may have been done, and would be done again.
 */
public final class Refills {

    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[A-Za-z0-9._:\\-]{1,64}");

    private final EngineRepository repository;
    private final AuditedTransactions transactions;

    Refills(EngineRepository repository, AuditedTransactions transactions) {
        this.repository = repository;
        this.transactions = transactions;
    }

    /**
     * Fills limits up, and forgives debts.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param limits which limits; none for all
     * @param idempotencyKey letters, digits and {@code . _ : -}, up to 64; or null
     * @return what was given
     * @throws InvalidInputException if an argument breaks its rule, the bucket lacks a limit, or something else was
     *     done under this key
     * @throws StoreFailureException if the store fails, or others kept changing the bucket
     */
    public Refilled reset(String entity, String resource, Set<String> limits, @Nullable String idempotencyKey) {
        limits.forEach(name -> Limit.perSecond(name, 1));
        return run(entity, resource, RefillOrder.reset(limits), idempotencyKey);
    }

    /**
     * Gives limits tokens. What would go above a ceiling is not given.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param tokens whole tokens by limit, each 1 to 10^15
     * @param idempotencyKey letters, digits and {@code . _ : -}, up to 64; or null
     * @return what was given
     * @throws InvalidInputException if an argument breaks its rule, the bucket lacks a limit, or something else was
     *     done under this key
     * @throws StoreFailureException if the store fails, or others kept changing the bucket
     */
    public Refilled topUp(String entity, String resource, Map<String, Long> tokens, @Nullable String idempotencyKey) {
        if (tokens.isEmpty()) {
            throw new InvalidInputException("tokens", tokens, "at least one limit");
        }
        tokens.forEach((name, amount) -> {
            Limit.perSecond(name, 1);
            if (amount < 1 || amount > Limit.MAX_AMOUNT) {
                throw new InvalidInputException("tokens(" + name + ")", amount, "1 to 10^15 whole tokens");
            }
        });
        return run(entity, resource, RefillOrder.topUp(tokens), idempotencyKey);
    }

    private Refilled run(String entity, String resource, RefillOrder order, @Nullable String idempotencyKey) {
        repository.engine().requireOpen();
        Inputs.entity(entity);
        Inputs.resource(resource);
        if (idempotencyKey != null && !IDEMPOTENCY_KEY.matcher(idempotencyKey).matches()) {
            throw new InvalidInputException("idempotencyKey", idempotencyKey, "letters, digits and . _ : - (1 to 64)");
        }
        RefillAttempt attempt = new RefillAttempt(repository, transactions, entity, resource, order, idempotencyKey);
        return new OptimisticRetry(repository.engine(), repository.waiting())
                .run(attempt.operation(), "others changed the bucket", attempt);
    }
}
