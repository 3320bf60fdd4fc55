/**
 * The stack on AWS: its template, held to rules and to the requests that the limiter makes, and its life on an
 * emulator.
 */
package dev.zaelimiter.tests.deploy;
