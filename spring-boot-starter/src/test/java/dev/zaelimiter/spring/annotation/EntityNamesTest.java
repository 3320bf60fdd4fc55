package dev.zaelimiter.spring.annotation;

import static dev.zaelimiter.spring.annotation.Annotated.left;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.RateLimiter;
import java.nio.CharBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which values of an expression name an entity, and what a setting makes of others. */
class EntityNamesTest {

    private final Annotated annotated = new Annotated();

    static class Names {
        @RateLimited(resource = "gpt-4", entity = "#id", take = "rpm=1")
        public void of(Object id) {}
    }

    @Test
    void entity_thatIsNoName_isAnErrorThatTellsOfEncodings() {
        annotated.runner(Names.class).run(context -> {
            Names names = context.getBean(Names.class);
            for (Object bad : List.of("a b", "", "x".repeat(1 << 20), " ")) {
                assertThatThrownBy(() -> names.of(bad))
                        .isInstanceOf(RateLimitedException.class)
                        .hasMessageContaining("Names.of(Object)")
                        .hasMessageContaining("zae.limiter.rate-limited.entity-names")
                        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(1000));
            }
            assertThatThrownBy(() -> names.of(new Object()))
                    .isInstanceOf(RateLimitedException.class)
                    .hasMessageContaining("java.lang.Object");
            assertThatThrownBy(() -> names.of(null)).isInstanceOf(RateLimitedException.class);
            names.of(42);
            names.of(Thread.State.NEW);
            names.of(CharBuffer.wrap("key"));
        });
        annotated
                .runner(Names.class)
                .withPropertyValues("zae.limiter.rate-limited.entity-names=encoded")
                .run(context -> {
                    context.getBean(Names.class).of("a b");
                    context.getBean(Names.class).of("x".repeat(1 << 20));
                    RateLimiter limiter = context.getBean(RateLimiter.class);
                    assertThat(left(limiter, "x--a_20b", "gpt-4", "rpm")).isEqualTo(9);
                });
        annotated
                .runner(Names.class)
                .withPropertyValues("zae.limiter.rate-limited.entity-names=hashed")
                .run(context -> {
                    context.getBean(Names.class).of("abc");
                    assertThat(left(
                                    context.getBean(RateLimiter.class),
                                    "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                                    "gpt-4",
                                    "rpm"))
                            .isEqualTo(9);
                });
    }
}
