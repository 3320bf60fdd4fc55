/** The command line. */
@NullMarked
package dev.zaelimiter.cli;

import org.jspecify.annotations.NullMarked;
