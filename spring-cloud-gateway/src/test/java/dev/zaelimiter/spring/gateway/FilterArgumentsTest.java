package dev.zaelimiter.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.routes.WebProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** What stands in the configuration becomes what a route takes, or is refused by its name. */
class FilterArgumentsTest {

    private static FilterArguments arguments(Map<String, String> texts) {
        return new FilterArguments("here", FilterArguments.NAME, texts);
    }

    @Test
    void everyArgument_isRead() {
        Map<String, String> texts = Map.ofEntries(
                Map.entry("resource", "chat"),
                Map.entry("keys[0]", "principal"),
                Map.entry("keys[1]", "address"),
                Map.entry("hash-key", "true"),
                Map.entry("keyPrefix", "key-"),
                Map.entry("take.rpm", "1"),
                Map.entry("settle.rpm", "bytes"),
                Map.entry("give-back", "404, 500-599"),
                Map.entry("wait-at-most", "2s"),
                Map.entry("on-unavailable", "allow"),
                Map.entry("pass-without-key", "true"));
        assertThat(arguments(texts).limit().asRoute())
                .isEqualTo(new WebProperties.RouteProperties(
                        "/**",
                        List.of(),
                        false,
                        "chat",
                        List.of("principal", "address"),
                        true,
                        "key-",
                        Map.of("rpm", 1L),
                        Map.of("rpm", "bytes"),
                        List.of("404", "500-599"),
                        Duration.ofSeconds(2),
                        OnUnavailable.ALLOW,
                        true));
    }

    @ParameterizedTest
    @CsvSource({
        "resurce, chat, here.resurce",
        "path, /x, here.path",
        "take.rpm, many, here.take.rpm",
        "wait-at-most, soon, here.wait-at-most",
        "on-unavailable, perhaps, here.on-unavailable",
        "_genkey_0, chat, here",
    })
    void argumentThatCantBe_isNamed(String name, String text, String named) {
        assertThatThrownBy(() -> arguments(Map.of(name, text)).limit())
                .isInstanceOfSatisfying(LimiterPropertyException.class, refused -> {
                    assertThat(refused.field()).isEqualTo(named);
                    assertThat(refused.getMessage()).contains(text);
                });
    }

    /** In a native image nothing is reached by reflection that nobody has named. */
    @Test
    void argumentsAndFilters_areNamedForNativeImages() {
        RuntimeHints hints = new RuntimeHints();
        new ReflectiveRuntimeHintsRegistrar()
                .registerRuntimeHints(hints, GatewayLimitsAutoConfiguration.class, ServletGatewayConfiguration.class);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(GatewayLimit.class, "setTake"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(GatewayFilters.class, "rateLimited"))
                .accepts(hints);
    }

    @Test
    void expressionsAndOtherFilters_areTheGateways() {
        assertThat(arguments(Map.of("resource", "#{@names.chat}")).hasExpressions())
                .isTrue();
        assertThat(arguments(Map.of("resource", "chat")).hasExpressions()).isFalse();
        assertThat(new FilterArguments("here", "rateLimited", Map.of()).areOurs())
                .isTrue();
        assertThat(new FilterArguments("here", "AddRequestHeader", Map.of()).areOurs())
                .isFalse();
    }
}
