package dev.zaelimiter.tests.architecture.internal.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Its log may throw in the middle of a turn. */
final class EngineThatLogsByItself {

    static final Logger LOG = LoggerFactory.getLogger(EngineThatLogsByItself.class);

    private EngineThatLogsByItself() {}
}
