/**
 * Metrics and observations of a limiter. Start at {@link dev.zaelimiter.micrometer.LimiterMetrics}, which counts, and
 * {@link dev.zaelimiter.micrometer.LimiterObservations}, which makes spans of acquires that wait. A dashboard and alert
 * rules for these names lie beside the classes: {@code grafana-dashboard.json} and {@code prometheus-alerts.yml}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.micrometer;

import org.jspecify.annotations.NullMarked;
