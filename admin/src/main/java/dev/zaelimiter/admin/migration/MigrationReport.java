package dev.zaelimiter.admin.migration;

/**
 * What a migration has done, over all of its runs since it began. Immutable.
 *
 * @param id its name
 * @param items how many items were looked at
 * @param written how many were written
 * @param left how many should be changed, and may not yet
 */
public record MigrationReport(String id, long items, long written, long left) {}
