package dev.zaelimiter.infra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Jars that look like those of the function. */
final class Jars {

    private Jars() {}

    static Path function(Path folder, String content, boolean archives) throws IOException {
        return jar(
                folder.resolve(archives ? "x-function-archive.jar" : "x-function.jar"),
                content,
                "dev/zaelimiter/aggregator/lambda/StreamFunction.class",
                archives ? "software/amazon/awssdk/services/s3/S3Client.class" : "other");
    }

    static Path jar(Path file, String content, String... entries) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                ZipEntry each = new ZipEntry(entry);
                each.setTime(0);
                zip.putNextEntry(each);
                zip.write(content.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }
}
