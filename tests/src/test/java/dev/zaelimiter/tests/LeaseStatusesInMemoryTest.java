package dev.zaelimiter.tests;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;

/** What a decision says is left, in memory. */
class LeaseStatusesInMemoryTest extends LeaseStatusesStories {

    @Override
    LimitRepository open(String namespaceName) {
        return EmbeddedRepository.builder().namespace(namespaceName).build();
    }
}
