/** Pieces of the engine that must stand races, alone. */
package dev.zaelimiter.internal.engine.kernel;
