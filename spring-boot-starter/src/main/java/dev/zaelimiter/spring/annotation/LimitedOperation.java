package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.OnUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * One annotation of one method, ready to be used: what it takes, of whom, and how that is settled. Safe for use by many
 * threads.
 *
 * @param where it stands
 * @param resource what is used
 * @param entity who is limited
 * @param naming what is made of texts that name entities
 * @param letThrough whether a call without an entity goes through without a limit
 * @param takes what is taken
 * @param settles what it really was
 * @param waitAtMost how long a call may wait
 * @param onUnavailable what to do without an answer, or null for what is configured
 * @param fallback what is called instead, or null
 */
record LimitedOperation(
        Where where,
        Evaluation resource,
        Evaluation entity,
        EntityNaming naming,
        boolean letThrough,
        List<Amount> takes,
        List<Amount> settles,
        Duration waitAtMost,
        @Nullable OnUnavailable onUnavailable,
        @Nullable Substitute fallback) {

    private static final int MOST_SHOWN = 100;

    /**
     * Tokens of a limit.
     *
     * @param limit its name
     * @param tokens how many
     */
    record Amount(String limit, Evaluation tokens) {}

    /** Which limits it takes of. */
    Set<String> limits() {
        return takes.stream().map(Amount::limit).collect(Collectors.toSet());
    }

    /** The resource, where it is the same each time. */
    String fixedResource() {
        return resource.fixedText();
    }

    /** What to take; null if the call has no entity and goes through all the same. */
    @Nullable
    AcquireRequest request(CallContext context) {
        String who = entity.text(context);
        if (who == null) {
            if (letThrough) {
                return null;
            }
            throw new MissingEntityException(String.valueOf(entity.failed(
                            "yields null: nobody can be limited. If such calls are to go through without a limit, set"
                                    + " zae.limiter.rate-limited.on-missing-entity=allow",
                            null)
                    .getMessage()));
        }
        AcquireRequest.Builder request = AcquireRequest.entity(name(who));
        resource(request, context);
        takes.forEach(take -> take(request, take, context));
        if (!waitAtMost.isZero()) {
            request.waitAtMost(waitAtMost);
        }
        if (onUnavailable != null) {
            request.onUnavailable(onUnavailable);
        }
        return request.build();
    }

    private static void take(AcquireRequest.Builder request, Amount take, CallContext context) {
        Long tokens = take.tokens.tokens(context);
        if (tokens == null) {
            throw take.tokens.failed("yields null", null);
        }
        try {
            request.take(take.limit, tokens);
        } catch (InvalidInputException refused) {
            throw take.tokens.failed("yields " + tokens + ". Allowed: " + refused.rule(), refused);
        }
    }

    /** What is the same in each call, and not allowed, need not wait for a call. */
    void requireFixedAllowed() {
        CallContext nobody =
                new CallContext(new StandardEvaluationContext(), Map.of(), new @Nullable Object[0], () -> null);
        String who = entity.isFixed() ? entity.text(nobody) : null;
        if (who != null) {
            name(who);
        }
        AcquireRequest.Builder request = AcquireRequest.entity("anybody");
        if (resource.isFixed()) {
            resource(request, nobody);
        }
        takes.stream().filter(take -> take.tokens.isFixed()).forEach(take -> take(request, take, nobody));
    }

    private void resource(AcquireRequest.Builder request, CallContext context) {
        String what = resource.text(context);
        try {
            request.resource(what == null ? "" : what);
        } catch (InvalidInputException refused) {
            throw resource.failed("yields '" + shortened(what) + "'. Allowed: " + refused.rule(), refused);
        }
    }

    /** A text may come from outside, and be of any length. */
    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }

    private String name(String who) {
        try {
            String name = naming.apply(who);
            AcquireRequest.entity(name);
            return name;
        } catch (InvalidInputException refused) {
            throw entity.failed(
                    "yields a text that is no name of an entity. Allowed: " + refused.rule()
                            + "; or set zae.limiter.rate-limited.entity-names to encoded or hashed",
                    refused);
        }
    }

    /** Says what it really was. */
    void settle(Lease lease, CallContext context) {
        for (Amount settle : settles) {
            Long tokens = settle.tokens.tokens(context);
            if (tokens != null) {
                try {
                    lease.settle(settle.limit, tokens);
                } catch (InvalidInputException refused) {
                    throw settle.tokens.failed("yields " + tokens + ". Allowed: " + refused.rule(), refused);
                }
            }
        }
    }
}
