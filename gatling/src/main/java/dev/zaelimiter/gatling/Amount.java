package dev.zaelimiter.gatling;

import io.gatling.javaapi.core.Session;
import java.util.function.ToLongFunction;

/**
 * Tokens of a limit.
 *
 * @param limit its name
 * @param tokens how many, in a session
 */
record Amount(String limit, ToLongFunction<Session> tokens) {}
