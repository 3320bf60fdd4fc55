/**
 * What a load test is asked to do, and the JSON in which its parts tell each other. Start with
 * {@link dev.zaelimiter.loadtest.internal.plan.RunPlan}.
 */
@NullMarked
package dev.zaelimiter.loadtest.internal.plan;

import org.jspecify.annotations.NullMarked;
