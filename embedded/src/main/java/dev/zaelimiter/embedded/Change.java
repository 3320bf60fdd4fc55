package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/** What a write of a transaction will do to a cell. */
record Change(Cell cell, @Nullable Item before, @Nullable Item after) {}
