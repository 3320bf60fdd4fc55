package com.example;

import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RateLimiterUnavailableException;

/** Sends mails, ten a minute to each address, and says what became of each. */
public final class Mailer {

    private final RateLimiter limiter;

    public Mailer(LimitRepository repository) {
        this.limiter = repository.rateLimiter();
    }

    public String send(String address) {
        try {
            Decision decision = limiter.tryAcquire(address, "mail", "sends", 1);
            return decision.granted()
                    ? "sent"
                    : "later, in " + decision.refusal().retryAfter().orElseThrow().toSeconds() + " s";
        } catch (RateLimiterUnavailableException e) {
            return "kept for tomorrow";
        }
    }
}
