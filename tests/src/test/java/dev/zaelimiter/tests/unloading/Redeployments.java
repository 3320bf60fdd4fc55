package dev.zaelimiter.tests.unloading;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A server that starts and stops an application several times, and tells what is left of each. Run in a JVM of its own.
 */
final class Redeployments {

    private static final int MOST_COLLECTIONS = 300;
    private static final String NAME = "an application";

    private Redeployments() {}

    /** How many times, and the folder of the application's file, or nothing if it keeps its limits in memory. */
    public static void main(String[] args) throws Exception {
        List<WeakReference<ClassLoader>> lives = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            lives.add(live(args.length == 1 ? null : Path.of(args[1], "limits-" + i + ".zae")));
        }
        for (int i = 0; i < MOST_COLLECTIONS && left(lives) > 0; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println("left: " + left(lives));
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("zae-limiter") || isOfAnApplication(thread))
                .forEach(thread -> System.out.println("thread: " + thread));
    }

    private static long left(List<WeakReference<ClassLoader>> lives) {
        return lives.stream().filter(life -> life.get() != null).count();
    }

    private static boolean isOfAnApplication(Thread thread) {
        ClassLoader loader = thread.getContextClassLoader();
        return loader != null && NAME.equals(loader.getName());
    }

    @SuppressWarnings("unchecked")
    private static WeakReference<ClassLoader> live(Path file) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        Thread thread = Thread.currentThread();
        try (URLClassLoader loader =
                new URLClassLoader(NAME, urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            Function<Path, String> application = (Function<Path, String>)
                    loader.loadClass(ShortLife.class.getName()).getConstructor().newInstance();
            System.out.println("ended: " + application.apply(file));
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(Redeployments.class.getClassLoader());
        }
    }
}
