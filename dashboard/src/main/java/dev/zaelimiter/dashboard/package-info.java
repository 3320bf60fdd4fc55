/**
 * A page that shows limits while they run, for the browser of whoever runs it. Start with
 * {@link dev.zaelimiter.dashboard.Dashboard}, which wires all that follows.
 *
 * <p>A request comes in by {@code WebServer}, has to pass {@code Guard}, and is a file of the page ({@code PageFiles})
 * or goes to {@code Api}. What the page shows again and again is a {@code Reading}; {@code Followed} has it read once
 * for all tabs, by the threads of {@code StoreWork}, as often as {@code ReadAllowance} allows. {@code Changes} is all
 * that writes.
 *
 * <p>The page itself is plain HTML, CSS and modules of JavaScript beside this package, without a build step.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.dashboard;

import org.jspecify.annotations.NullMarked;
