/** What the filters for servlets and for WebFlux share. Not for applications. */
@NullMarked
package dev.zaelimiter.spring.web.internal;

import org.jspecify.annotations.NullMarked;
