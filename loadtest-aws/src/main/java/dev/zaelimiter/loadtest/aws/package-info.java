/**
 * A worker of a load test in an AWS account: {@link dev.zaelimiter.loadtest.aws.CloudWorker} as a task,
 * {@link dev.zaelimiter.loadtest.aws.FunctionWorker} as a call of a function. Both fetch what they do from a bucket,
 * start the worker as a process of its own ({@code WorkerProcess}), and put what it writes into the bucket while it
 * runs ({@code RunObjects}).
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.loadtest.aws;

import org.jspecify.annotations.NullMarked;
