/**
 * The file under the embedded store: a log of batches, each of which is applied whole or not at all. Knows items and
 * bytes, and nothing of conditions, indexes or threads.
 *
 * <p>{@code FileHead} is the first 512 bytes: what the file is, and the mark, which says how far it is acknowledged.
 * {@code BatchHead} stands before each batch and chains it to the one before; {@code BatchEncoder} and
 * {@code BatchDecoder} make and read what follows it, {@code ByteSink}, {@code ByteSource} and {@code ValueDecoder} its
 * values. A {@code StoredItem} is what was read of an item: its bytes, and the {@code Layout} by which they can be made
 * one. {@code JournalWriter} appends. {@code JournalScanner} reads a whole file and checks each of its bytes;
 * {@code Salvage} reads what is left of a damaged one. {@code FileGuard} lets one process at a time in.
 *
 * <p>The format is told in {@code docs/contributor/file-format.md}.
 */
@NullMarked
package dev.zaelimiter.embedded.journal;

import org.jspecify.annotations.NullMarked;
