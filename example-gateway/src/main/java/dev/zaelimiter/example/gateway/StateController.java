package dev.zaelimiter.example.gateway;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.RateLimiter;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the page shows. */
@RestController
class StateController {

    private static final String RESOURCE = "chat";

    private final RateLimiter limiter;
    private final Tenants tenants;
    private final Events events;

    StateController(RateLimiter limiter, Tenants tenants, Events events) {
        this.limiter = limiter;
        this.tenants = tenants;
        this.events = events;
    }

    /**
     * A balance.
     *
     * @param name of the limit
     * @param available tokens that are left
     * @param capacity tokens when it is full
     * @param debt tokens that were used beyond it
     */
    record Balance(String name, long available, long capacity, long debt) {}

    /**
     * Whose balances.
     *
     * @param entity a key or the project
     * @param balances of its limits
     */
    record Account(String entity, List<Balance> balances) {}

    /**
     * All of it.
     *
     * @param accounts of the project and its keys
     * @param events the latest first
     */
    record State(List<Account> accounts, List<Events.Event> events) {}

    @GetMapping("/api/state")
    State state() {
        List<Account> accounts = Stream.concat(
                        Stream.of(tenants.project()),
                        tenants.keys().values().stream().sorted())
                .map(this::account)
                .toList();
        return new State(accounts, events.latest());
    }

    private Account account(String entity) {
        AcquireRequest nothing = AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take("rpm", 0)
                .take("tpm", 0)
                .build();
        return new Account(
                entity,
                limiter.check(nothing).statuses().stream()
                        .filter(status -> status.entity().equals(entity))
                        .map(StateController::balance)
                        .toList());
    }

    private static Balance balance(LimitStatus status) {
        return new Balance(
                status.limit().name(), status.available(), status.limit().capacity(), status.debt());
    }
}
