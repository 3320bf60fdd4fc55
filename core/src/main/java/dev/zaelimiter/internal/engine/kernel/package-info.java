/**
 * What all pipelines share, and what knows none of them.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.Engine} hands out the store, the environment, the options, the
 *       caches.
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.GuardedStore} holds a store to its contract.
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.Telemetry} counts, and tells the listener and the log.
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.PythonPresence} knows whether clients of the Python system work on
 *       the store.
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.Outbox} collects what is done after all pipelines are let go;
 *       {@link dev.zaelimiter.internal.engine.kernel.WakeTree} lets woken threads wake one another.
 *   <li>{@link dev.zaelimiter.internal.engine.kernel.Closing} knows whether it is all over, and what is still to be
 *       written.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.engine.kernel;

import org.jspecify.annotations.NullMarked;
