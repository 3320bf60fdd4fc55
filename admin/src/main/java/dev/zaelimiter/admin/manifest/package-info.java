/**
 * Limits declared in a file. A {@link dev.zaelimiter.admin.manifest.Manifest} is read from YAML;
 * {@link dev.zaelimiter.admin.manifest.DeclaredLimits} compares it with what is stored, shows the difference as a
 * {@link dev.zaelimiter.admin.manifest.ManifestPlan}, applies it, and exports what is stored to such a file.
 *
 * <p>Reading is {@link dev.zaelimiter.admin.manifest.ManifestReader}, one
 * {@link dev.zaelimiter.admin.manifest.YamlEntry} at a time; {@link dev.zaelimiter.admin.manifest.ManagedState}
 * remembers what an earlier manifest declared, so that only that is ever deleted.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.admin.manifest;

import org.jspecify.annotations.NullMarked;
