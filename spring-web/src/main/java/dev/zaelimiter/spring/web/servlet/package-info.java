/**
 * Limits in front of servlets, Spring MVC among them: {@link dev.zaelimiter.spring.web.servlet.LimitingFilter} shows a
 * request to an {@code HttpLimiter}, and does what it says.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.web.servlet;

import org.jspecify.annotations.NullMarked;
