package dev.zaelimiter.tests.architecture.cli.replay;

import dev.zaelimiter.tests.architecture.cli.admin.CommandThatKnowsAll;

/** Violates: rooms of the command line don't know each other. */
public final class ReplayThatKnowsAdministration {

    CommandThatKnowsAll command;
}
