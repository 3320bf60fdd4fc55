package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;

/**
 * A store that is open for one command.
 *
 * @param source which store
 * @param namespace the name of the namespace
 * @param repository of that namespace; closed after the command
 * @param admin of that namespace, in the name of whoever runs the command
 */
public record Session(StoreSource source, String namespace, LimitRepository repository, Administration admin) {}
