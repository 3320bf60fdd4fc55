/** The command line as its users meet it: pages in a browser, files larger than memory, the script that starts it. */
@NullMarked
package dev.zaelimiter.tests.cli;

import org.jspecify.annotations.NullMarked;
