package dev.zaelimiter.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Puts the manifest into a native image if it lies on the class path. */
final class ManifestAotHints implements BeanFactoryInitializationAotProcessor {

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        String manifest = beans.getBean(Environment.class).getProperty("zae.limiter.limits.manifest", "");
        if (!manifest.startsWith(ResourceLoader.CLASSPATH_URL_PREFIX)) {
            return null;
        }
        String path = manifest.substring(ResourceLoader.CLASSPATH_URL_PREFIX.length());
        return (generation, code) -> generation
                .getRuntimeHints()
                .resources()
                .registerPattern(path.startsWith("/") ? path.substring(1) : path);
    }
}
