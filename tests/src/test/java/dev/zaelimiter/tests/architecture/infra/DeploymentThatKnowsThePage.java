package dev.zaelimiter.tests.architecture.infra;

import dev.zaelimiter.tests.architecture.dashboard.DashboardOfAStore;

/** Violates: deployment stands on the store of DynamoDB alone. */
public final class DeploymentThatKnowsThePage {

    DashboardOfAStore page;
}
