/** The architecture rules, and fixtures that violate them. */
package dev.zaelimiter.tests.architecture;
