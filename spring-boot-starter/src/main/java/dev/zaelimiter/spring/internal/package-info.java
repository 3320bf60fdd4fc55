/** What the parts of the starter share. Not for applications. */
@NullMarked
package dev.zaelimiter.spring.internal;

import org.jspecify.annotations.NullMarked;
