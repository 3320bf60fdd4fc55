package dev.zaelimiter.tests.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Compiles all blocks of Java at once, in memory, and runs those that say so. */
final class JavaSnippets {

    private static final Duration LONGEST_RUN = Duration.ofSeconds(30);

    private final Map<Block, JavaSource> sources = new HashMap<>();
    private final Map<Block, List<Problem>> problems = new HashMap<>();
    private final Map<String, byte[]> classes = new HashMap<>();

    JavaSnippets(List<Block> blocks) {
        for (Block block : blocks) {
            JavaSource source = JavaSource.of(block);
            sources.put(block, source);
            problems.put(block, new ArrayList<>(source.problems()));
        }
        if (!blocks.isEmpty()) {
            compile();
        }
    }

    /** Compiles, and runs if the block says so. */
    List<Problem> check(Block block) {
        List<Problem> found = Objects.requireNonNull(problems.get(block), block::where);
        if (!found.isEmpty() || !JavaSource.runs(block)) {
            return found;
        }
        JavaSource source = Objects.requireNonNull(sources.get(block));
        try {
            Assertions.assertTimeoutPreemptively(LONGEST_RUN, () -> run(source));
            return List.of();
        } catch (Throwable e) {
            String said =
                    e.getClass() == AssertionError.class && e.getMessage() != null ? e.getMessage() : "fails: " + e;
            return List.of(block.problem(lineOf(e, source.className()), said));
        }
    }

    private static int lineOf(Throwable failure, String className) {
        for (StackTraceElement element : failure.getStackTrace()) {
            if (element.getClassName().startsWith(className)) {
                return element.getLineNumber() - 1;
            }
        }
        return 0;
    }

    private void run(JavaSource source) throws Throwable {
        ClassLoader loader = new InMemory();
        loader.setDefaultAssertionStatus(true);
        Class<?> type = loader.loadClass(source.className());
        if (Snippet.class.isAssignableFrom(type)) {
            try (Snippet snippet = (Snippet) type.getConstructor().newInstance()) {
                snippet.run();
            }
            return;
        }
        int tests = 0;
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                runTest(type, method);
                tests++;
            }
        }
        if (tests == 0) {
            throw new AssertionError("a whole file is run by its @Test methods, and this one has none");
        }
    }

    private static void runTest(Class<?> type, Method method) throws Throwable {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        method.setAccessible(true);
        try {
            method.invoke(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void compile() {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK, not a JRE");
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Map<String, Block> origins = new HashMap<>();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((block, source) -> {
            SourceFile file = new SourceFile(source);
            origins.put(file.toUri().toString(), block);
            files.add(file);
        });
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> options = List.of("-proc:none", "--release", "17", "-Xlint:-options", "-cp", classPath);
        try (JavaFileManager manager =
                new ToMemory(compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8))) {
            compiler.getTask(null, manager, diagnostics, options, null, files).call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                report(diagnostic, origins);
            }
        }
    }

    private void report(Diagnostic<? extends JavaFileObject> diagnostic, Map<String, Block> origins) {
        String message = "does not compile: " + diagnostic.getMessage(Locale.ROOT);
        JavaFileObject file = diagnostic.getSource();
        Block block = file == null ? null : origins.get(file.toUri().toString());
        if (block == null) {
            throw new IllegalStateException(message);
        }
        Objects.requireNonNull(problems.get(block))
                .add(block.problem((int) diagnostic.getLineNumber() - 1, message.replace("\n", " ")));
    }

    private static final class SourceFile extends SimpleJavaFileObject {
        private final String text;

        SourceFile(JavaSource source) {
            super(URI.create("mem:///" + source.className().replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = source.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class ToMemory extends ForwardingJavaFileManager<JavaFileManager> {
        ToMemory(JavaFileManager below) {
            super(below);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(className, toByteArray());
                        }
                    };
                }
            };
        }
    }

    private final class InMemory extends ClassLoader {
        InMemory() {
            super(JavaSnippets.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
