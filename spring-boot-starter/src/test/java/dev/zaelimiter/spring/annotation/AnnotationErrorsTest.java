package dev.zaelimiter.spring.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What can't be followed stops the start, and is named with its method and expression. */
class AnnotationErrorsTest {

    private static final String ENTITY = "'e'";

    static class Unparsable {
        @RateLimited(resource = "gpt-4", entity = "#id +", take = "rpm=1")
        public void method(String id) {}
    }

    static class UnknownArgument {
        @RateLimited(resource = "gpt-4", entity = "#user", take = "rpm=1")
        public void method(String id) {}
    }

    static class BareName {
        @RateLimited(resource = "gpt-4", entity = "id", take = "rpm=1")
        public void method(String id) {}
    }

    static class BareCall {
        @RateLimited(resource = "gpt-4", entity = "#id.concat(name())", take = "rpm=1")
        public void method(String id) {}
    }

    static class ResultTooEarly {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=#result")
        public int method(String id) {
            return 1;
        }
    }

    static class CountOfNoStream {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", settle = "rpm=#count")
        public int method(String id) {
            return 1;
        }
    }

    static class NoTake {
        @RateLimited(
                resource = "gpt-4",
                entity = ENTITY,
                take = {})
        public void method() {}
    }

    static class NoAmount {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm")
        public void method() {}
    }

    static class BadLimit {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "r pm=1")
        public void method() {}
    }

    static class TwiceTheSame {
        @RateLimited(
                resource = "gpt-4",
                entity = ENTITY,
                take = {"rpm=1", "rpm=2"})
        public void method() {}
    }

    static class SettlesAnother {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", settle = "tpm=1")
        public void method() {}
    }

    static class UndeclaredLimit {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rps=1")
        public void method() {}
    }

    static class UndeclaredResource {
        @RateLimited(resource = "gpt-5", entity = ENTITY, take = "rpm=1")
        public void method() {}
    }

    static class BadDuration {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", waitAtMost = "soon")
        public void method() {}
    }

    static class NegativeDuration {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", waitAtMost = "-1s")
        public void method() {}
    }

    static class MissingProperty {
        @RateLimited(resource = "${model.not.set}", entity = ENTITY, take = "rpm=1")
        public void method() {}
    }

    static class MissingSubstitute {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", fallback = "instead")
        public String method() {
            return "";
        }

        String instead(String other) {
            return other;
        }
    }

    static class WrongSubstitute {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", fallback = "instead")
        public String method() {
            return "";
        }

        int instead() {
            return 1;
        }
    }

    static class PrivateMethod {
        @SuppressWarnings("UnusedMethod") // nobody can call it, and that is the mistake
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1")
        private void method() {}
    }

    static class FinalMethod {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1")
        public final void method() {}
    }

    static class StaticMethod {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1")
        public static void method() {}
    }

    static class OtherFuture {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1")
        public Future<String> method() {
            throw new UnsupportedOperationException();
        }
    }

    static class FixedEntity {
        @RateLimited(resource = "gpt-4", entity = "'a name'", take = "rpm=1")
        public void method() {}
    }

    static class FixedResource {
        @RateLimited(resource = "gpt 4", entity = ENTITY, take = "rpm=1")
        public void method() {}
    }

    static class LessThanNothing {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=-1")
        public void method() {}
    }

    static class FixedText {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm='one'")
        public void method() {}
    }

    static class FixedFailure {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1 / 0")
        public void method() {}
    }

    static class EndlessDuration {
        @RateLimited(resource = "gpt-4", entity = ENTITY, take = "rpm=1", waitAtMost = "9999999999999999d")
        public void method() {}
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of(Unparsable.class, "entity '#id +' can't be parsed"),
                Arguments.of(UnknownArgument.class, "names #user, and there are [#a0, #id, #p0, #principal]"),
                Arguments.of(BareName.class, "entity 'id' begins with id"),
                Arguments.of(BareCall.class, "begins with name()"),
                Arguments.of(ResultTooEarly.class, "names #result"),
                Arguments.of(CountOfNoStream.class, "names #count"),
                Arguments.of(NoTake.class, "is empty"),
                Arguments.of(NoAmount.class, "take 'rpm' is not LIMIT=EXPRESSION"),
                Arguments.of(BadLimit.class, "names no limit"),
                Arguments.of(TwiceTheSame.class, "a second time"),
                Arguments.of(SettlesAnother.class, "settle 'tpm'"),
                Arguments.of(UndeclaredLimit.class, "take 'rps' is no limit that zae.limiter.limits declares"),
                Arguments.of(UndeclaredResource.class, "for resource 'gpt-5'"),
                Arguments.of(BadDuration.class, "waitAtMost 'soon'"),
                Arguments.of(NegativeDuration.class, "negative"),
                Arguments.of(EndlessDuration.class, "waitAtMost '9999999999999999d' is no duration"),
                Arguments.of(FixedEntity.class, "entity ''a name'' yields a text that is no name"),
                Arguments.of(FixedResource.class, "resource 'gpt 4' yields"),
                Arguments.of(LessThanNothing.class, "take '-1' yields -1. Allowed: "),
                Arguments.of(FixedText.class, "yields a java.lang.String, which is no number"),
                Arguments.of(FixedFailure.class, "take '1 / 0' failed"),
                Arguments.of(MissingProperty.class, "model.not.set"),
                Arguments.of(MissingSubstitute.class, "fallback 'instead' is no method"),
                Arguments.of(WrongSubstitute.class, "returns int"),
                Arguments.of(PrivateMethod.class, "private, static or final"),
                Arguments.of(FinalMethod.class, "private, static or final"),
                Arguments.of(StaticMethod.class, "private, static or final"),
                Arguments.of(OtherFuture.class, "no other future such as Future"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void annotation_thatCantBeFollowed_stopsTheStart(Class<?> bean, String message) {
        new Annotated().runner(bean).run(context -> {
            Throwable root = Annotated.root(context.getStartupFailure());
            assertThat(root)
                    .isInstanceOf(RateLimitedException.class)
                    .hasMessageContaining(bean.getSimpleName() + ".method(")
                    .hasMessageContaining(message);
            FailureAnalysis told = new AnnotationFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(told.getDescription()).isEqualTo(root.getMessage());
        });
    }
}
