package dev.zaelimiter.testkit.internal.simulation;

import java.util.Set;

/** What must hold when all is drained: everybody was answered and told, and the books balance. */
final class Reckoning {

    private final Scenario scenario;
    private final Oracle oracle;

    Reckoning(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    /** For the clients that are still there. */
    void check(Set<String> clients) {
        Accounts accounts = oracle.accounts();
        for (String client : clients) {
            accounts.pending(client).forEach(asked -> oracle.late(asked, "was never answered"));
        }
        if (!scenario.deaf) {
            oracle.untold().check(clients);
        }
        if (scenario.limitsStay()) {
            oracle.landings().excuseNothing();
            accounts.balance(clients);
        }
        // What is given from outside, or by other limits, is more than the clients ask for.
        if (scenario.drains && scenario.limitsStay() && scenario.refills == 0) {
            oracle.landings().books().forEach((name, book) -> {
                StoredBucket view = book.view();
                if (view != null) {
                    view.limits().forEach((limit, state) -> drained(name, limit, state));
                }
            });
        }
    }

    /** Less than a token is left, but for what went back when nobody came any more. */
    private void drained(String bucket, String limit, StoredBucket.LimitView state) {
        long left = state.tk() - oracle.landings().late().of(limit);
        if (!limit.equals(StoredBucket.WCU) && left >= 1000) {
            oracle.violated(
                    "undone",
                    left + " millitokens are left of " + limit + " of " + bucket
                            + ", though more was asked than there was");
        }
    }
}
