/** The store as a whole: {@code check}, {@code status} and {@code version}. */
@NullMarked
package dev.zaelimiter.cli.admin.look;

import org.jspecify.annotations.NullMarked;
