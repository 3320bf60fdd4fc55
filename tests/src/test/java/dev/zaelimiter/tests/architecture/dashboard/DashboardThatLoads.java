package dev.zaelimiter.tests.architecture.dashboard;

import dev.zaelimiter.tests.architecture.loadtest.LoadTestOfGatling;

/** Violates: only the command line knows load tests. */
public final class DashboardThatLoads {

    LoadTestOfGatling load;
}
