package dev.zaelimiter.spring.annotation;

import static dev.zaelimiter.spring.annotation.Annotated.left;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.core.annotation.AliasFor;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

class RateLimitedTest {

    private final Annotated annotated = new Annotated();

    record User(String id) {}

    static class Assistant {

        @RateLimited(
                resource = "gpt-4",
                entity = "#user.id",
                take = {"rpm=1", "tpm=#prompt.length() / 4.0"},
                settle = "tpm=#result.length()")
        public String ask(User user, String prompt) {
            if (prompt.isEmpty()) {
                throw new IllegalArgumentException("no prompt");
            }
            return "an answer to " + prompt;
        }

        @RateLimited(resource = "gpt-4", entity = "#user.id", take = "rpm=1")
        @RateLimited(resource = "scarce", entity = "#user.id", take = "rpm=1", fallback = "later")
        public String both(User user) {
            return "both";
        }

        String later(User user, RateLimitExceededException why) {
            return "later, " + why.refusal().resource();
        }

        @RateLimited(resource = "scarce", entity = "'everybody'", take = "rpm=2", waitAtMost = "${wait:1s}")
        public void waiting() {}

        @RateLimited(resource = "${model}", entity = "#p0", take = "rpm=${cost}")
        public void placeholders(Object id) {}

        @RateLimited(resource = "#{#model}", entity = "#principal", take = "rpm=@costs.of(#model)")
        public void byPrincipal(String model) {}
    }

    static class Costs {
        public int of(String model) {
            return model.length();
        }
    }

    @Test
    void method_takesAndSettles_andGivesBackWhatFailed() {
        annotated
                .runner(Assistant.class, Costs.class)
                .withPropertyValues("model=gpt-4", "cost=3")
                .run(context -> {
                    Assistant assistant = context.getBean(Assistant.class);
                    RateLimiter limiter = context.getBean(RateLimiter.class);
                    User user = new User("key-1");

                    assertThat(assistant.ask(user, "hello")).isEqualTo("an answer to hello");
                    assertThat(left(limiter, "key-1", "gpt-4", "rpm")).isEqualTo(9);
                    assertThat(left(limiter, "key-1", "gpt-4", "tpm")).isEqualTo(1000 - 18);

                    assertThatThrownBy(() -> assistant.ask(user, "")).isInstanceOf(IllegalArgumentException.class);
                    assertThat(left(limiter, "key-1", "gpt-4", "rpm")).isEqualTo(9);

                    assistant.placeholders("key-1");
                    assertThat(left(limiter, "key-1", "gpt-4", "rpm")).isEqualTo(6);

                    for (int i = 0; i < 6; i++) {
                        assistant.ask(user, "x");
                    }
                    assertThatThrownBy(() -> assistant.ask(user, "x"))
                            .isInstanceOf(RateLimitExceededException.class)
                            .hasMessageContaining("key-1/gpt-4: [rpm]");
                    assertThat(assistant.ask(new User("key-2"), "x")).isNotEmpty();
                });
    }

    @Test
    void several_areAllTakenOrNone() {
        annotated
                .runner(Assistant.class, Costs.class)
                .withPropertyValues("model=gpt-4", "cost=3")
                .run(context -> {
                    Assistant assistant = context.getBean(Assistant.class);
                    RateLimiter limiter = context.getBean(RateLimiter.class);

                    assertThat(assistant.both(new User("k"))).isEqualTo("both");
                    assertThat(assistant.both(new User("k"))).isEqualTo("both");
                    assertThat(assistant.both(new User("k"))).isEqualTo("later, scarce");
                    assertThat(left(limiter, "k", "gpt-4", "rpm")).isEqualTo(8);
                    assertThat(left(limiter, "k", "scarce", "rpm")).isZero();
                });
    }

    @AfterEach
    void logOut() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void principal_isWhoIsLoggedIn_andNobodyElse() {
        annotated
                .runner(Assistant.class)
                .withBean("costs", Costs.class)
                .withPropertyValues("model=gpt-4", "cost=3")
                .run(context -> {
                    Assistant assistant = context.getBean(Assistant.class);
                    RateLimiter limiter = context.getBean(RateLimiter.class);
                    SecurityContextHolder.getContext()
                            .setAuthentication(new TestingAuthenticationToken("alice", "", "USER"));
                    assistant.byPrincipal("gpt-4");
                    assertThat(left(limiter, "alice", "gpt-4", "rpm")).isEqualTo(5);

                    SecurityContextHolder.getContext()
                            .setAuthentication(new AnonymousAuthenticationToken(
                                    "k", "anonymousUser", AuthorityUtils.createAuthorityList("NOBODY")));
                    assertThatThrownBy(() -> assistant.byPrincipal("gpt-4"))
                            .isInstanceOf(RateLimitedException.class)
                            .hasMessageContaining("Assistant.byPrincipal(String)")
                            .hasMessageContaining("#principal")
                            .hasMessageContaining("on-missing-entity");
                    SecurityContextHolder.clearContext();
                    assertThatThrownBy(() -> assistant.byPrincipal("gpt-4")).isInstanceOf(RateLimitedException.class);
                    SecurityContextHolder.getContext()
                            .setAuthentication(new TestingAuthenticationToken("alice", "", "USER"));
                    assertThatThrownBy(() -> assistant.byPrincipal("no model"))
                            .isInstanceOf(RateLimitedException.class)
                            .hasMessageContaining("'no model'");
                });
    }

    @Test
    void missingEntity_goesThroughIfASettingSaysSo() {
        annotated
                .runner(Assistant.class)
                .withBean("costs", Costs.class)
                .withPropertyValues("model=gpt-4", "cost=3", "zae.limiter.rate-limited.on-missing-entity=allow")
                .run(context -> {
                    for (int i = 0; i < 100; i++) {
                        context.getBean(Assistant.class).byPrincipal("gpt-4");
                    }
                });
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @RateLimited(resource = "gpt-4", entity = "'everybody'", take = "rpm=1")
    @interface Cheap {
        @AliasFor(annotation = RateLimited.class, attribute = "resource")
        String on() default "gpt-4";
    }

    interface Contract {
        @RateLimited(resource = "scarce", entity = "#p0", take = "rpm=1")
        void agreed(String id);
    }

    @Cheap
    static class OfClass implements Contract {
        public void one() {}

        @Cheap(on = "scarce")
        public void two() {}

        void notPublic() {}

        @Override
        public void agreed(String id) {}
    }

    @Test
    void annotations_ofClassesInterfacesAndOthers_areAllSeen() {
        annotated.runner(OfClass.class).run(context -> {
            OfClass bean = context.getBean(OfClass.class);
            RateLimiter limiter = context.getBean(RateLimiter.class);
            bean.one();
            bean.notPublic();
            assertThat(left(limiter, "everybody", "gpt-4", "rpm")).isEqualTo(9);
            bean.two();
            assertThat(left(limiter, "everybody", "gpt-4", "rpm")).isEqualTo(8);
            assertThat(left(limiter, "everybody", "scarce", "rpm")).isEqualTo(1);
            bean.agreed("x");
            assertThat(left(limiter, "x", "scarce", "rpm")).isEqualTo(1);
        });
    }

    static class Counting {
        int calls;
    }

    @Test
    void order_isASetting() {
        for (int order : new int[] {1, 5000}) {
            Counting counting = new Counting();
            annotated
                    .runner(OfClass.class)
                    .withPropertyValues("zae.limiter.rate-limited.order=" + order)
                    .withBean(
                            "counter",
                            DefaultPointcutAdvisor.class,
                            () -> {
                                DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
                                        AnnotationMatchingPointcut.forMethodAnnotation(Cheap.class),
                                        (MethodInterceptor) invocation -> {
                                            counting.calls++;
                                            return invocation.proceed();
                                        });
                                advisor.setOrder(2000);
                                return advisor;
                            },
                            definition -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE))
                    .run(context -> {
                        OfClass bean = context.getBean(OfClass.class);
                        bean.two();
                        bean.two();
                        assertThatThrownBy(bean::two).isInstanceOf(RateLimitExceededException.class);
                    });
            assertThat(counting.calls).isEqualTo(order == 1 ? 2 : 3);
        }
    }

    static class Settling {
        @RateLimited(resource = "gpt-4", entity = "'e'", take = "tpm=100", settle = "tpm=#result.tokens")
        public Used use(Long tokens) {
            return new Used(tokens);
        }

        @RateLimited(resource = "scarce", entity = "'e'", take = "rpm=1", settle = "rpm=#text.substring(9).length()")
        @RateLimited(resource = "gpt-4", entity = "'e'", take = "tpm=100", settle = "tpm=#text.length()")
        public void cut(String text) {}

        @RateLimited(resource = "gpt-4", entity = "#text.substring(9)", take = "tpm=100")
        public void named(String text) {}
    }

    record Used(Long tokens) {
        public Long getTokens() {
            if (tokens != null && tokens == 13) {
                throw new IllegalStateException("unlucky");
            }
            return tokens;
        }
    }

    @Test
    void settle_ofNullOrWithAnError_keepsWhatWasTaken() {
        annotated.runner(Settling.class).run(context -> {
            Settling bean = context.getBean(Settling.class);
            RateLimiter limiter = context.getBean(RateLimiter.class);
            bean.use(30L);
            assertThat(left(limiter, "e", "gpt-4", "tpm")).isEqualTo(970);
            bean.use(null);
            assertThat(left(limiter, "e", "gpt-4", "tpm")).isEqualTo(870);
            assertThatThrownBy(() -> bean.use(-5L))
                    .isInstanceOf(RateLimitedException.class)
                    .hasMessageContaining("settle '#result.tokens' yields -5");
            assertThat(left(limiter, "e", "gpt-4", "tpm")).isEqualTo(770);
        });
    }

    @Test
    @DisplayName("what a method threw that an expression calls came without a name, and other leases were left open")
    void expression_whoseMethodThrows_isNamed_andNothingIsLeftOpen() {
        annotated.runner(Settling.class).run(context -> {
            Settling bean = context.getBean(Settling.class);
            RateLimiter limiter = context.getBean(RateLimiter.class);
            assertThatThrownBy(() -> bean.cut("abc"))
                    .isInstanceOf(RateLimitedException.class)
                    .hasMessageContaining("Settling.cut(String): the settle '#text.substring(9).length()' failed");
            assertThat(left(limiter, "e", "scarce", "rpm")).isEqualTo(1);
            assertThat(left(limiter, "e", "gpt-4", "tpm")).isEqualTo(997);
            assertThatThrownBy(() -> bean.named("abc"))
                    .isInstanceOf(RateLimitedException.class)
                    .hasMessageContaining("Settling.named(String): the entity '#text.substring(9)' failed")
                    .hasCauseInstanceOf(StringIndexOutOfBoundsException.class);
        });
    }

    @Test
    @DisplayName("annotations in Spring's PetClinic were passed over in silence")
    void sampleOfSpring_isAnApplicationLikeOthers() {
        assertThat(LimitedMethods.isOfAFramework("org.springframework.samples.petclinic.owner.OwnerController"))
                .isFalse();
        assertThat(LimitedMethods.isOfAFramework("org.springframework.web.servlet.DispatcherServlet"))
                .isTrue();
    }
}
