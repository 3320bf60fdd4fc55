package dev.zaelimiter.tests;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;

/** What operators do, in memory. */
class OperatorInMemoryTest extends OperatorStories {

    @Override
    LimitRepository open(String namespaceName) {
        return EmbeddedRepository.builder().namespace(namespaceName).build();
    }
}
