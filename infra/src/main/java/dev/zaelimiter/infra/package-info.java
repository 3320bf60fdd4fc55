/**
 * Deployment to AWS: {@link dev.zaelimiter.infra.Deployment} is the entry.
 *
 * <p>A stack is one table with its policies, alarms, aggregator and archive, as
 * {@link dev.zaelimiter.infra.StackTemplate} says. {@link dev.zaelimiter.infra.StackOptions} are what somebody may
 * choose. {@code Deploying} makes or changes a stack, {@code Deleting} takes it out, {@code Reporting} looks; they
 * share {@code Stacks} (what there is), {@code ChangeSets} (changes), {@code StackWatch} (waiting, with progress) and
 * {@code CodeStore} (buckets). Applications need none of this: they connect.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.infra;

import org.jspecify.annotations.NullMarked;
