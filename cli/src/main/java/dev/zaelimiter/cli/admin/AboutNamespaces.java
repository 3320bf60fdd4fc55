package dev.zaelimiter.cli.admin;

/**
 * A command about the namespaces of a store, or the store itself: it needs none of them to be there, and makes none.
 */
public interface AboutNamespaces {}
