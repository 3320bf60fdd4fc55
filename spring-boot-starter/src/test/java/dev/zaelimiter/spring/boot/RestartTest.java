package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.spring.annotation.RateLimited;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * A restart as Spring Boot's developer tools do it: the application's classes are loaded anew, and this starter's stay.
 * Its file must be free again, what was taken must stand there, and nothing may run on in the classes of before.
 */
class RestartTest {

    /** What is limited; loaded anew each time. */
    public static class Reports {
        @RateLimited(resource = "reports", entity = "'all'", take = "daily=1", fallback = "none")
        public String report(boolean fallsBack) {
            return "a report";
        }

        String none(boolean fallsBack, RateLimitExceededException why) {
            if (fallsBack) {
                return "none";
            }
            throw why;
        }
    }

    /** The application; loaded anew each time. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Reports.class)
    public static class Application {}

    /** Has its own copy of the application, as a restart has. */
    private static final class Restarted extends URLClassLoader {

        Restarted() {
            super(
                    new URL[] {
                        RestartTest.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    RestartTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RestartTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    private static List<String> run(Path file, int calls) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (Restarted loader = new Restarted()) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> reports = loader.loadClass(Reports.class.getName());
            assertThat(reports).isNotEqualTo(Reports.class);
            SpringApplication application = new SpringApplication(
                    new DefaultResourceLoader(loader), loader.loadClass(Application.class.getName()));
            application.setWebApplicationType(WebApplicationType.NONE);
            List<String> said = new ArrayList<>();
            try (ConfigurableApplicationContext context = application.run(
                    "--spring.main.banner-mode=off",
                    "--zae.limiter.store=file",
                    "--zae.limiter.file.path=" + file,
                    "--zae.limiter.limits.resources.reports.daily=3/d")) {
                Object bean = context.getBean(reports);
                for (int i = 0; i < calls; i++) {
                    said.add(called(bean));
                }
            }
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread != Thread.currentThread() && thread.getContextClassLoader() == loader) {
                    thread.join(20_000);
                    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
                }
            }
            return said;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static String called(Object bean) throws ReflectiveOperationException {
        try {
            return (String) bean.getClass().getMethod("report", boolean.class).invoke(bean, true);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getTargetException());
        }
    }

    @Test
    void restart_goesOnWithTheSameFile(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("limits");
        assertThat(run(file, 2)).containsExactly("a report", "a report");
        assertThat(run(file, 2)).containsExactly("a report", "none");
    }
}
