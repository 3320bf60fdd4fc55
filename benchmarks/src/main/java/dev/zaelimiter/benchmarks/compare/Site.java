package dev.zaelimiter.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The page and its charts, in a folder. All of it follows from the kept figures. */
final class Site {

    static final String FIGURES = "comparison.json";
    static final String PAGE = "comparison.md";
    static final String CHARTS = "comparison";

    private final Path folder;

    Site(Path folder) {
        this.folder = folder;
    }

    /** The files by their names below the folder. */
    static Map<String, String> files(Map<String, Object> figures) {
        Kept kept = new Kept(figures);
        Map<String, String> files = new LinkedHashMap<>();
        new Pictures(kept).all().forEach((name, svg) -> files.put(CHARTS + "/" + name, svg));
        files.put(PAGE, new ComparisonPage(kept, files.keySet()).text());
        return files;
    }

    void write(Map<String, Object> figures) throws IOException {
        Files.createDirectories(folder.resolve(CHARTS));
        for (Map.Entry<String, String> file : files(figures).entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        Path readme = folder.resolveSibling("README.md");
        if (Files.exists(readme)) {
            Files.writeString(readme, new ReadmeFigures(new Kept(figures)).in(Files.readString(readme)));
        }
    }
}
