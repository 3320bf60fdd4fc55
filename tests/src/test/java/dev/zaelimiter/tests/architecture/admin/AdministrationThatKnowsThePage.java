package dev.zaelimiter.tests.architecture.admin;

import dev.zaelimiter.tests.architecture.dashboard.DashboardOfAStore;

/** Violates: only the command line knows the dashboard. */
public final class AdministrationThatKnowsThePage {

    DashboardOfAStore page;
}
