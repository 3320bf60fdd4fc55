package dev.zaelimiter.tests.architecture.admin;

import dev.zaelimiter.tests.architecture.infra.DeploymentThatKnowsThePage;

/** Violates: only the command line knows deployment. */
public final class AdministrationThatDeploys {

    DeploymentThatKnowsThePage deployment;
}
