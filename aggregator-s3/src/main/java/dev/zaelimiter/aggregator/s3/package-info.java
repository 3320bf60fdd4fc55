/** {@link dev.zaelimiter.aggregator.s3.S3Archive}: an {@link dev.zaelimiter.aggregator.ArchiveSink} in a bucket of S3. */
@NullMarked
package dev.zaelimiter.aggregator.s3;

import org.jspecify.annotations.NullMarked;
