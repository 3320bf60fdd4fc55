/**
 * Keys and item codecs: the wire format shared with the Python system, both directions of one item kind in one file.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.schema.Keys}: every key and index key.
 *   <li>{@link dev.zaelimiter.internal.schema.BucketSchema}: a bucket item as an image, per layout of attributes.
 *   <li>{@link dev.zaelimiter.internal.schema.BucketWriter}: a take or a refill as a prepared write;
 *       {@link dev.zaelimiter.internal.schema.UpdateRenderer}: any other update. What is written is planned in
 *       {@link dev.zaelimiter.internal.bucket}, and only put into words here.
 *   <li>{@link dev.zaelimiter.internal.schema.BucketCreation}, {@link dev.zaelimiter.internal.schema.Reconciliation}: a
 *       new bucket; an old one under new limits.
 *   <li>{@link dev.zaelimiter.internal.schema.ConfigItems}, {@link dev.zaelimiter.internal.schema.EntityItems},
 *       {@link dev.zaelimiter.internal.schema.NamespaceItems}: everything else. {@code …Queries} say where it is found.
 * </ul>
 *
 * <p>What this implementation adds to the format never changes the meaning of an attribute that the original reads:
 * {@code b_{limit}_rm} (remainder), {@code wid} (last set of demands), {@code gone} (names of removed limits) and
 * {@code ctl} (limits that came with a call).
 */
@NullMarked
package dev.zaelimiter.internal.schema;

import org.jspecify.annotations.NullMarked;
