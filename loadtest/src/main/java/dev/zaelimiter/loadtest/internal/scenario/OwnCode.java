package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.LoadScenario;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scenarios of others, by the names of their classes, from jars and folders of classes. Not thread-safe. */
final class OwnCode {

    private final List<String> code;
    private @Nullable ClassLoader loader;

    OwnCode(List<String> code) {
        this.code = code;
    }

    /**
     * Makes one.
     *
     * @param name of its class
     * @param others what else could have been meant
     */
    LoadScenario scenario(String name, Set<String> others) {
        String rule = "one of " + String.join(", ", others) + ", or the name of a class"
                + (code.isEmpty() ? " in what --code names" : " in " + String.join(", ", code));
        Class<?> type;
        try {
            type = Class.forName(name, true, loader());
        } catch (ClassNotFoundException e) {
            throw new InvalidInputException("scenario", name, rule);
        } catch (LinkageError e) {
            throw new InvalidInputException("scenario", name, "a class that can be loaded: " + e);
        }
        if (!LoadScenario.class.isAssignableFrom(type)) {
            throw new InvalidInputException(
                    "scenario", name, "a class that implements " + LoadScenario.class.getName());
        }
        try {
            return (LoadScenario) type.getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new InvalidInputException(
                    "scenario", name, "a class whose constructor does not throw " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InvalidInputException(
                    "scenario", name, "a public class with a public constructor without arguments");
        }
    }

    private ClassLoader loader() {
        if (loader == null) {
            List<URL> urls = new ArrayList<>();
            for (String each : code) {
                Path path = Path.of(each);
                if (!Files.exists(path)) {
                    throw new InvalidInputException("code", each, "a jar or a folder that is there");
                }
                try {
                    urls.add(path.toUri().toURL());
                } catch (MalformedURLException e) {
                    throw new InvalidInputException("code", each, "the name of a jar or a folder");
                }
            }
            // Never closed: its scenarios may load classes until the process ends.
            loader = new URLClassLoader(urls.toArray(URL[]::new), LoadScenario.class.getClassLoader());
        }
        return loader;
    }
}
