/**
 * {@link dev.zaelimiter.aggregator.s3.S3Archive}: an {@link dev.zaelimiter.aggregator.ArchiveSink} in a bucket of S3.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.aggregator.s3;

import org.jspecify.annotations.NullMarked;
