package dev.zaelimiter.tests.architecture.internal.facets;

import dev.zaelimiter.tests.architecture.admin.AdministrationOfAStore;

/** Violates: the core knows no administration. */
public final class FacetThatKnowsAdministration {

    AdministrationOfAStore administration;
}
