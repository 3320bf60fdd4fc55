/** Fixtures of the architecture rules: what they must find. */
package dev.zaelimiter.tests.architecture.gatling;
