package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.spring.annotation.RateLimitedAutoConfiguration;
import dev.zaelimiter.spring.models.ChatClientLimitsAutoConfiguration;
import dev.zaelimiter.spring.models.ModelLimiterAutoConfiguration;
import dev.zaelimiter.spring.routes.WebAutoConfiguration;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.DefaultResourceLoader;

/** What the pages for Spring show is so: its blocks are compiled and started, and its first steps are gone. */
@Tag("documents")
class DocumentedApplicationTest {

    private static final List<String> PAGES = List.of("docs/user/spring-boot.md", "docs/user/language-models.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(java|yaml) spring( first)?\\n(.*?)```");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern PROPERTY = Pattern.compile("`(zae\\.limiter\\.[a-z.-]+)`");

    /** Names of meters, which are no properties. */
    private static final String METERS = "zae.limiter.model.";

    private record Block(String language, boolean first, String text) {}

    @TempDir
    private Path directory;

    private static String page() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String page : PAGES) {
            text.append(Files.readString(Path.of("..").resolve(page)));
        }
        return text.toString();
    }

    private static List<Block> blocks(String language) throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Matcher found = BLOCK.matcher(page()); found.find(); ) {
            if (found.group(1).equals(language)) {
                blocks.add(new Block(language, found.group(2) != null, found.group(3)));
            }
        }
        assertThat(blocks).hasSizeGreaterThan(2);
        return blocks;
    }

    private static PropertySource<?> properties(String yaml) throws IOException {
        return new YamlPropertySourceLoader()
                .load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .get(0);
    }

    private String write(String place, String text) throws IOException {
        Matcher type = TYPE.matcher(text);
        assertThat(type.find()).as(text).isTrue();
        Path file = Files.createDirectories(directory.resolve(place)).resolve(type.group(1) + ".java");
        Files.writeString(file, "package " + place + ";\n" + text);
        return file.toString();
    }

    private void compile(List<String> files) {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters",
                "-proc:none",
                "-d",
                directory.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        arguments.addAll(files);
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    @Test
    void java_compiles() throws IOException {
        List<String> files = new ArrayList<>();
        for (Block block : blocks("java")) {
            files.add(write("documented" + files.size(), block.text));
        }
        compile(files);
    }

    @Test
    void yaml_starts() throws IOException {
        for (Block block : blocks("yaml")) {
            PropertySource<?> source = properties(block.text);
            new WebApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            ZaeLimiterAutoConfiguration.class,
                            RateLimitedAutoConfiguration.class,
                            WebAutoConfiguration.class,
                            ModelLimiterAutoConfiguration.class,
                            ChatClientLimitsAutoConfiguration.class))
                    .withInitializer(context ->
                            context.getEnvironment().getPropertySources().addLast(source))
                    .withPropertyValues("zae.limiter.store=memory")
                    .run(context -> assertThat(context).as(block.text).hasNotFailed());
        }
    }

    @Test
    void properties_thatThePageNames_areThere() throws IOException {
        String metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
        TreeSet<String> named = new TreeSet<>();
        PROPERTY.matcher(page()).results().forEach(found -> named.add(found.group(1)));
        named.removeIf(name -> name.startsWith(METERS));
        assertThat(named)
                .hasSizeGreaterThan(5)
                .allMatch(name -> metadata.replaceAll("\\s", "").contains("\"name\":\"" + name + "\""));
        assertThat(metadata).contains("how long an acquire may wait for the store");
    }

    /** From an empty project to a 429, as the page says. */
    @Test
    void firstSteps_endInA429() throws Exception {
        Block controller = blocks("java").get(0);
        Block yaml = blocks("yaml").get(0);
        assertThat(controller.first && yaml.first).isTrue();
        compile(
                List.of(
                        write("first", controller.text),
                        write(
                                "first",
                                "@org.springframework.boot.autoconfigure.SpringBootApplication\npublic class Application {}\n")));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            SpringApplication application =
                    new SpringApplication(new DefaultResourceLoader(loader), loader.loadClass("first.Application"));
            PropertySource<?> source = properties(yaml.text);
            application.addInitializers(context -> {
                context.getEnvironment().getPropertySources().addLast(source);
                // Three a minute: while a busy machine answers, a token would come back.
                context.getBeanFactory().registerSingleton("limiterClock", new ManualClock());
            });
            try (ConfigurableApplicationContext context =
                    application.run("--server.port=0", "--spring.main.banner-mode=off")) {
                int port =
                        ((WebServerApplicationContext) context).getWebServer().getPort();
                for (int i = 0; i < 3; i++) {
                    assertThat(get(port, "text/html").body()).isEqualTo("Hello, you");
                }
                HttpResponse<String> fourth = get(port, "text/html");
                assertThat(fourth.statusCode()).isEqualTo(429);
                assertThat(fourth.headers().firstValue("Retry-After")).isPresent();
                assertThat(fourth.body()).contains("<html");
                assertThat(get(port, "*/*").headers().firstValue("Content-Type"))
                        .contains("application/problem+json");
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static HttpResponse<String> get(int port, String accept) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello"))
                                .header("Accept", accept)
                                .build(),
                        BodyHandlers.ofString());
    }
}
