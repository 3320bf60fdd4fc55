/**
 * The commands of an operator: {@code entity}, {@code resource}, {@code system}, {@code namespace}, {@code audit} and
 * {@code explain}.
 *
 * <p>Each is an {@link dev.zaelimiter.cli.admin.AdminCommand}, which opens the store that
 * {@link dev.zaelimiter.cli.admin.StoreOptions} name, and gives errors their exit codes.
 * {@link dev.zaelimiter.cli.admin.Output} shows results as tables or as JSON.
 */
@NullMarked
package dev.zaelimiter.cli.admin;

import org.jspecify.annotations.NullMarked;
