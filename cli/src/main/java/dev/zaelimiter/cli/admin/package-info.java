/**
 * The commands of an operator, a package for each group of them: {@link dev.zaelimiter.cli.admin.entity},
 * {@link dev.zaelimiter.cli.admin.level} (resource, system, explain), {@link dev.zaelimiter.cli.admin.namespace},
 * {@link dev.zaelimiter.cli.admin.audit}, {@link dev.zaelimiter.cli.admin.manifest} (limits),
 * {@link dev.zaelimiter.cli.admin.capacity}, {@link dev.zaelimiter.cli.admin.refill},
 * {@link dev.zaelimiter.cli.admin.take} (available, acquire), {@link dev.zaelimiter.cli.admin.look} (check, status,
 * version), {@link dev.zaelimiter.cli.admin.stack} (deploy, delete, list) and {@link dev.zaelimiter.cli.admin.watch}.
 *
 * <p>What they share is here. Each is an {@link dev.zaelimiter.cli.admin.OperatorCommand}, which gives errors their
 * exit codes; those on a store are {@link dev.zaelimiter.cli.admin.SessionCommand}s, which open the store that
 * {@link dev.zaelimiter.cli.admin.store.StoreOptions} name; most are {@link dev.zaelimiter.cli.admin.AdminCommand}s,
 * and those that can't be undone {@link dev.zaelimiter.cli.admin.DestroyingCommand}s. Each carries a
 * {@link dev.zaelimiter.cli.Manual}: examples and the keys of its JSON, which help, reference and tests share.
 */
@NullMarked
package dev.zaelimiter.cli.admin;

import org.jspecify.annotations.NullMarked;
