/** What an entity can take, and taking it: {@code available} and {@code acquire}. */
@NullMarked
package dev.zaelimiter.cli.admin.take;

import org.jspecify.annotations.NullMarked;
