package dev.zaelimiter.tests.architecture.cli.admin;

import dev.zaelimiter.tests.architecture.cli.ZaeLimiter;

/** Violates: rooms of the command line don't know who knows them all. */
public final class CommandThatKnowsAll {

    ZaeLimiter all;
}
