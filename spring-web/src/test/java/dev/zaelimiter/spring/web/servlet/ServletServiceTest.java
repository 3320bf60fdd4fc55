package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.spring.web.WebServiceLaws;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Spring MVC on Tomcat. */
class ServletServiceTest extends WebServiceLaws {

    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();

    @Override
    protected int start(HttpLimiter gate, LimitRepository repository) throws Exception {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", new File(folder.toString()).getAbsolutePath());
        FilterDef filter = new FilterDef();
        filter.setFilterName("limits");
        filter.setFilter(new LimitingFilter(gate, repository.rateLimiter()));
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap everything = new FilterMap();
        everything.setFilterName("limits");
        everything.addURLPattern("/*");
        for (String dispatch : new String[] {"REQUEST", "ASYNC", "ERROR", "FORWARD"}) {
            everything.setDispatcher(dispatch);
        }
        context.addFilterMap(everything);
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.addBeanFactoryPostProcessor(beans -> beans.registerSingleton("handled", handled));
        spring.register(Service.class);
        Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)).setAsyncSupported(true);
        context.addServletMappingDecoded("/", "spring");
        tomcat.start();
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    protected void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class Service {

        @Bean
        Endpoints endpoints(AtomicInteger handled) {
            return new Endpoints(handled);
        }
    }

    @RestController
    static class Endpoints {

        private final AtomicInteger handled;

        Endpoints(AtomicInteger handled) {
            this.handled = handled;
        }

        @GetMapping("/v1/now")
        String now() {
            handled.incrementAndGet();
            return "now";
        }

        @GetMapping("/v1/later")
        Callable<String> later() {
            return () -> {
                handled.incrementAndGet();
                return "later";
            };
        }

        @GetMapping("/v1/theirs")
        ResponseEntity<String> theirs() {
            return ResponseEntity.ok()
                    .header("RateLimit", "\"theirs\";r=1")
                    .header("X-Theirs", "kept")
                    .body("theirs");
        }

        @GetMapping("/v1/fails")
        @Nullable
        String fails() {
            handled.incrementAndGet();
            throw new IllegalStateException("the handler failed, as the test wants");
        }

        @GetMapping({"/health", "/open", "/addressed"})
        String open() {
            return "open";
        }
    }
}
