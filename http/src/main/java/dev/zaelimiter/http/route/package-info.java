/**
 * What a request to a web service takes, and whether it may pass. Start with
 * {@link dev.zaelimiter.http.route.HttpLimiter}; a framework's filter gives it an
 * {@link dev.zaelimiter.http.route.HttpCall} and does what the {@link dev.zaelimiter.http.route.Passage} says.
 *
 * <p>{@link dev.zaelimiter.http.route.Routes} finds the one {@link dev.zaelimiter.http.route.Route} of a request, by
 * {@code PathPattern} and {@code RequestPath}; a {@link dev.zaelimiter.http.route.RequestKey} says whose it is, and
 * {@link dev.zaelimiter.http.route.Spent} what it really cost.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.http.route;

import org.jspecify.annotations.NullMarked;
