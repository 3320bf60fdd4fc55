/** The file of the store compared with databases that could lie under it. */
@NullMarked
package dev.zaelimiter.benchmarks.files;

import org.jspecify.annotations.NullMarked;
