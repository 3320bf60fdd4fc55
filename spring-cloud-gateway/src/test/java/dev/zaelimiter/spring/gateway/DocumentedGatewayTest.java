package dev.zaelimiter.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.spring.gateway.Gateway.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;

/** What the page on Spring Boot shows of a gateway is so, for both of its servers. */
@Tag("documents")
class DocumentedGatewayTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```yaml spring\\n(spring:\\n  cloud:.*?)```");

    @ParameterizedTest
    @EnumSource(Kind.class)
    void blockOfThePage_limitsItsRoute(Kind kind) throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/user/spring-boot.md")));
        assertThat(block.find()).isTrue();
        try (Upstream upstream = new Upstream()) {
            String yaml = block.group(1)
                    .replace("webflux:", kind.name().toLowerCase(Locale.ROOT) + ":")
                    .replace("http://localhost:9000", upstream.uri());
            var source = new YamlPropertySourceLoader()
                    .load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                    .get(0);
            try (Gateway gateway = Gateway.start(kind, source)) {
                var response = gateway.get("/v1/chat/x", "X-Api-Key", "k");
                assertThat(response.body()).isEqualTo(Upstream.BODY);
                assertThat(response.headers().firstValue("RateLimit").orElseThrow())
                        .contains("\"rpm\";r=59", "\"tpm\";r=99");
                assertThat(gateway.get("/v1/chat/x").statusCode()).isEqualTo(403);
            }
        }
    }
}
