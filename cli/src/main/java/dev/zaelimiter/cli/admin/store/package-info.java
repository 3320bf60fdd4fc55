/**
 * Which store a command works on: {@link dev.zaelimiter.cli.admin.store.StoreOptions} name it, and open it as a
 * {@link dev.zaelimiter.cli.admin.store.Session}. Nothing of the AWS SDK is loaded before a table is opened.
 */
@NullMarked
package dev.zaelimiter.cli.admin.store;

import org.jspecify.annotations.NullMarked;
