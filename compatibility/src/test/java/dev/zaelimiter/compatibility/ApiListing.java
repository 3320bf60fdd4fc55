package dev.zaelimiter.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * What users of a module can compile or link against: its public and protected classes and members outside packages
 * named {@code internal}, as {@code javap} prints them, sorted. Of a module with a descriptor only what it exports to
 * everybody.
 */
final class ApiListing {

    private static final ToolProvider JAVAP = ToolProvider.findFirst("javap").orElseThrow();
    private static final Pattern NAME = Pattern.compile("(?:class|interface) ([\\w.$]+)");

    private ApiListing() {}

    /**
     * One listing.
     *
     * @param classes the folder of the module's classes
     * @return lines: what the module exports, and each class followed by its members, indented
     */
    static List<String> of(Path classes) throws IOException {
        List<String> lines = new ArrayList<>();
        Predicate<String> inApi = name -> !name.contains(".internal.");
        Path descriptor = classes.resolve("module-info.class");
        if (Files.exists(descriptor)) {
            Set<String> exported = exported(descriptor);
            exported.forEach(name -> lines.add("exports " + name));
            inApi = inApi.and(name -> exported.contains(name.substring(0, name.lastIndexOf('.'))));
        }
        Map<String, List<String>> listed = listed(classes, inApi);
        listed.forEach((name, each) -> {
            if (outersOf(name).allMatch(listed::containsKey)) {
                lines.addAll(each);
            }
        });
        return lines;
    }

    private static Set<String> exported(Path descriptor) throws IOException {
        try (InputStream in = Files.newInputStream(descriptor)) {
            Set<String> names = new TreeSet<>();
            ModuleDescriptor.read(in).exports().stream()
                    .filter(each -> !each.isQualified())
                    .forEach(each -> names.add(each.source()));
            return names;
        }
    }

    private static Stream<String> outersOf(String name) {
        List<String> outers = new ArrayList<>();
        for (int end = name.lastIndexOf('$'); end > 0; end = name.lastIndexOf('$', end - 1)) {
            outers.add(name.substring(0, end));
        }
        return outers.stream();
    }

    private static Map<String, List<String>> listed(Path classes, Predicate<String> inApi) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-protected", "-constants"));
        try (Stream<Path> files = Files.walk(classes)) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class") && !file.endsWith("package-info.class"))
                    .filter(file -> inApi.test(nameOf(classes, file)))
                    .sorted()
                    .forEach(file -> arguments.add(file.toString()));
        }
        Map<String, List<String>> listed = new TreeMap<>();
        if (arguments.size() == 2) {
            return listed;
        }
        StringWriter out = new StringWriter();
        int exitCode =
                JAVAP.run(new PrintWriter(out, true), new PrintWriter(out, true), arguments.toArray(String[]::new));
        if (exitCode != 0) {
            throw new IOException("javap ends with " + exitCode + ": " + out);
        }
        List<String> header = null;
        List<String> members = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            if (line.equals("}")) {
                members.sort(null);
                header.addAll(members);
                members.clear();
            } else if (line.startsWith("  ")) {
                members.add(line.stripTrailing());
            } else if (!line.startsWith("Compiled from") && !line.isBlank()) {
                header = new ArrayList<>(List.of(line.replaceFirst(" \\{$", "")));
                if (line.startsWith("public ")) {
                    listed.put(name(line), header);
                }
            }
        }
        return listed;
    }

    private static String name(String header) {
        var matcher = NAME.matcher(header);
        if (!matcher.find()) {
            throw new IllegalStateException("no name in: " + header);
        }
        return matcher.group(1);
    }

    private static String nameOf(Path classes, Path file) {
        return classes.relativize(file)
                .toString()
                .replaceFirst("\\.class$", "")
                .replace('/', '.')
                .replace('\\', '.');
    }
}
