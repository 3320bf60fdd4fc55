package dev.zaelimiter.spring.test;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The clock of a test. */
@AutoConfiguration(before = ZaeLimiterAutoConfiguration.class)
final class StandingClockConfiguration {

    @Bean
    @Primary
    ManualClock zaeLimiterStandingClock() {
        return new ManualClock();
    }
}
