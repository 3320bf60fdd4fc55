/**
 * The deterministic simulation: several clients with the real engine on one modelled store, in virtual time, from one
 * seed, under an oracle.
 *
 * <ul>
 *   <li>{@code SimulationRun} puts a {@code Scenario} together and runs it; {@code Scenarios} knows some by name.
 *   <li>{@code World} is time: one queue of events. Each {@code Host} is an environment of its own in it, with a clock
 *       that may be wrong.
 *   <li>{@code Link} is a process's way to the store; {@code Network} draws how long calls take and what is lost.
 *   <li>{@code Client} uses an engine as an application does; {@code RequestGenerator} and {@code ConfigChanges} draw
 *       what is asked.
 *   <li>{@code Oracle} watches: {@code Landings}, {@code BucketBook} and {@code WindowLaw} what lands, {@code Accounts}
 *       what clients are told, {@code WriteRules} the ids of writes. None of it uses code of the engine.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.testkit.internal.simulation;

import org.jspecify.annotations.NullMarked;
