package dev.zaelimiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.spring.annotation.RateLimited;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;

/**
 * A test as an application would write it: its own store is a table that is not there, and its other beans can't be
 * made. What it says of routes is not read here.
 */
@RateLimitTest(
        properties = {
            "zae.limiter.store=dynamodb",
            "zae.limiter.limits.resources.reports.rph=2/h",
            "zae.limiter.web.routes[0].path=/reports",
            "zae.limiter.web.routes[0].exempt=true",
        })
@Import(RateLimitTestTest.Reports.class)
class RateLimitTestTest {

    @SpringBootApplication
    static class Application {}

    @Component
    static class NeedsAServer {
        NeedsAServer() {
            throw new IllegalStateException("there is no server");
        }
    }

    static class Reports {
        @RateLimited(resource = "reports", entity = "#user", take = "rph=1")
        public String report(String user) {
            return "of " + user;
        }
    }

    @Autowired
    private Reports reports;

    @Autowired
    private ManualClock clock;

    @Autowired
    private ApplicationContext context;

    @Test
    void slice_limitsOnAClockThatStandsStill() {
        reports.report("ann");
        reports.report("ann");
        assertThatThrownBy(() -> reports.report("ann")).isInstanceOf(RateLimitExceededException.class);
        clock.advance(Duration.ofMinutes(30));
        assertThat(reports.report("ann")).isEqualTo("of ann");
    }

    @Test
    void slice_leavesOtherBeansOut() {
        assertThat(context.getBeanProvider(NeedsAServer.class).getIfAvailable()).isNull();
        assertThat(context.getBeanProvider(RateLimiter.class).getIfAvailable()).isNotNull();
    }
}
