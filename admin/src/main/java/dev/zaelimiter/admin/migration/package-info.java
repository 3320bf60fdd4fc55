/**
 * What has to be done once so that the items of a store are as this version has them.
 * {@link dev.zaelimiter.admin.migration.Migrations} plans it and does it; each {@code Migration} says what.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.admin.migration;

import org.jspecify.annotations.NullMarked;
