package dev.zaelimiter.tests.architecture.loadtest;

import io.gatling.javaapi.core.Simulation;

/** Violates: Gatling is known to what is made for it. */
public final class LoadTestOfGatling {

    Simulation simulation;
}
