/**
 * The aggregator on AWS Lambda. {@link dev.zaelimiter.aggregator.lambda.StreamFunction} is the function;
 * {@link dev.zaelimiter.aggregator.lambda.LambdaSettings} are its settings, and
 * {@link dev.zaelimiter.aggregator.lambda.StreamEvent} what it is called with.
 */
@NullMarked
package dev.zaelimiter.aggregator.lambda;

import org.jspecify.annotations.NullMarked;
