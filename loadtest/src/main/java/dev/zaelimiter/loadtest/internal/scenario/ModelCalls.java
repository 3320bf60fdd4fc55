package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/**
 * Calls to a language model: one request, and tokens by an estimate; the answer takes a while to stream, and then what
 * was really used is settled. One in fifty fails, and gives everything back.
 */
final class ModelCalls implements LoadScenario {

    private static final String RESOURCE = LoadUser.PREFIX + "model-calls";
    private static final Limit TOKENS = Limit.custom("tpm", Asked.WIDE, Asked.WIDE, Duration.ofMinutes(1));
    private static final int CUSTOMERS = 20;
    private static final int MOST_PROMPT = 2000;
    private static final int MOST_ANSWER = 1000;
    private static final int TOKENS_PER_MILLI = 2;
    private static final int ONE_FAILS_IN = 50;

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        repository.limits().setResourceDefaults(RESOURCE, Asked.orElse(limits, Asked.WIDE_REQUESTS, TOKENS));
    }

    /** As replay tells them: by their names. */
    private static boolean countsTokens(Limit limit) {
        String name = limit.name().toLowerCase(Locale.ROOT);
        return name.contains("token") || name.matches("tp[smhd]");
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        int prompt = 1 + user.random().nextInt(MOST_PROMPT);
        int answer = 1 + user.random().nextInt(MOST_ANSWER);
        boolean fails = user.random().nextInt(ONE_FAILS_IN) == 0;
        Limit[] limits = Asked.orElse(user.limits(), Asked.WIDE_REQUESTS, TOKENS);
        AcquireRequest.Builder request = user.request("customer-" + user.number() % CUSTOMERS, RESOURCE);
        for (Limit limit : limits) {
            request.take(limit.name(), countsTokens(limit) ? prompt + MOST_ANSWER / 2 : 1);
        }
        return user.acquire(request.build())
                .thenCompose(lease -> lease == null
                        ? user.pause(Duration.ofMillis(answer / TOKENS_PER_MILLI))
                        : user.pause(Duration.ofMillis(answer / TOKENS_PER_MILLI))
                                .thenAccept(over -> end(lease, limits, prompt + answer, fails)));
    }

    private static void end(Lease lease, Limit[] limits, long used, boolean failed) {
        if (failed) {
            lease.giveBack();
            return;
        }
        for (Limit limit : limits) {
            if (countsTokens(limit)) {
                lease.settle(limit.name(), used);
            }
        }
        lease.keep();
    }
}
