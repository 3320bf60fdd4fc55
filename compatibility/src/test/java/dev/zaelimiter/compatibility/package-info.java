/** What releases promise each other, and what a stranger finds who takes one: see {@code VERSIONING.md}. */
package dev.zaelimiter.compatibility;
