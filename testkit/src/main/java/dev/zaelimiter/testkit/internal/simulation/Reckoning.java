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
            accounts.pending(client).forEach(asked -> oracle.calls().late(asked, "was never answered"));
        }
        if (!scenario.deaf) {
            oracle.untold().check(clients);
        }
        if (scenario.limitsStay()) {
            oracle.landings().excuseNothing();
            accounts.balance(clients);
        }
    }
}
