package dev.zaelimiter.tests.docs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * How long the methods of sources are, as the compiler reads them: initializers count, methods without a body don't.
 */
final class MethodLengths {

    private MethodLengths() {}

    /**
     * One method.
     *
     * @param file and the line that it begins in
     * @param name of a constructor {@code <init>}, of an initializer {@code {}}
     * @param lines from its result's type, or a constructor's name, to its closing brace
     */
    record Length(String file, long line, String name, long lines) {

        @Override
        public String toString() {
            return file + ":" + line + " " + name + ": " + lines + " lines";
        }
    }

    /** Of sources that the compiler can read; others fail. */
    static List<Length> of(Iterable<? extends JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> problems = new ArrayList<>();
        JavacTask task = (JavacTask) compiler.getTask(
                null,
                null,
                problem -> problems.add(problem.toString()),
                List.of("-proc:none", "--release", "17"),
                null,
                sources);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<Length> found = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            new Scan(unit, positions, found).scan(unit, null);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return found;
    }

    private static final class Scan extends TreeScanner<Void, Void> {

        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Length> found;

        private Scan(CompilationUnitTree unit, SourcePositions positions, List<Length> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitMethod(MethodTree method, @Nullable Void unused) {
            if (method.getBody() != null) {
                add(method.getName().toString(), firstLine(method), method.getBody());
            }
            return super.visitMethod(method, null);
        }

        @Override
        public Void visitClass(ClassTree type, @Nullable Void unused) {
            for (Tree member : type.getMembers()) {
                if (member instanceof BlockTree initializer) {
                    add("{}", line(positions.getStartPosition(unit, initializer)), initializer);
                }
            }
            return super.visitClass(type, null);
        }

        private long firstLine(MethodTree method) {
            if (method.getReturnType() != null) {
                return line(positions.getStartPosition(unit, method.getReturnType()));
            }
            // Parameters tell nothing: those of a record's compact constructor stand at the head of the record.
            List<? extends AnnotationTree> annotations = method.getModifiers().getAnnotations();
            return annotations.isEmpty()
                    ? line(positions.getStartPosition(unit, method))
                    : line(positions.getEndPosition(unit, annotations.get(annotations.size() - 1))) + 1;
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }

        private void add(String name, long start, BlockTree body) {
            long end = line(positions.getEndPosition(unit, body));
            found.add(new Length(unit.getSourceFile().getName(), start, name, end - start + 1));
        }
    }
}
