package dev.zaelimiter.infra;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** S3, as far as a deployment asks. */
final class FakeBuckets {

    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

    final Map<String, TreeSet<String>> objects = new TreeMap<>();

    /** What texts hold, by bucket and key. */
    final Map<String, String> texts = new TreeMap<>();

    /** Status and body; null for what is not there. */
    record Answer(int status, String body) {}

    void add(String bucket) {
        objects.computeIfAbsent(bucket, name -> new TreeSet<>());
    }

    Answer answer(String method, String path, String query, String body) {
        int slash = path.indexOf('/', 1);
        String bucket = path.substring(1, slash < 0 ? path.length() : slash);
        String key = slash < 0 ? "" : path.substring(slash + 1);
        TreeSet<String> held = objects.get(bucket);
        if (held == null) {
            return new Answer(
                    404, Xml.of("Error", Xml.text("Code", "NoSuchBucket") + Xml.text("Message", "no bucket")));
        } else if (method.equals("HEAD")) {
            return new Answer(held.contains(key) ? 200 : 404, "");
        } else if (method.equals("PUT")) {
            held.add(key);
            texts.put(bucket + "/" + key, body);
            return new Answer(200, "");
        } else if (method.equals("POST")) {
            for (Matcher found = KEY.matcher(body); found.find(); ) {
                held.remove(found.group(1));
            }
            return new Answer(200, Xml.of("DeleteResult", ""));
        } else if (method.equals("DELETE")) {
            if (!held.isEmpty()) {
                return new Answer(409, Xml.of("Error", Xml.text("Code", "BucketNotEmpty") + Xml.text("Message", "no")));
            }
            objects.remove(bucket);
            return new Answer(204, "");
        } else if (query.contains("versions")) {
            return new Answer(
                    200,
                    Xml.of(
                            "ListVersionsResult",
                            held.stream()
                                    .map(each -> Xml.of("Version", Xml.text("Key", each) + Xml.text("VersionId", "1")))
                                    .collect(Collectors.joining())));
        }
        if (!key.isEmpty()) {
            return held.contains(key)
                    ? new Answer(200, texts.getOrDefault(bucket + "/" + key, ""))
                    : new Answer(
                            404, Xml.of("Error", Xml.text("Code", "NoSuchKey") + Xml.text("Message", "no object")));
        }
        String prefix = query.replaceAll("(?:.*&|^)prefix=([^&]*).*|.*", "$1");
        return new Answer(
                200,
                Xml.of(
                        "ListBucketResult",
                        held.stream()
                                .filter(each -> each.startsWith(prefix))
                                .map(each -> Xml.of(
                                        "Contents",
                                        Xml.text("Key", each)
                                                + Xml.text(
                                                        "ETag",
                                                        "v"
                                                                + texts.getOrDefault(bucket + "/" + each, "")
                                                                        .hashCode())))
                                .collect(Collectors.joining())));
    }

    /** As if somebody else had written it. */
    void put(String bucket, String key, String text) {
        objects.get(bucket).add(key);
        texts.put(bucket + "/" + key, text);
    }

    /** The content of a body that was signed piece by piece. */
    static String withoutChunks(String body) {
        StringBuilder content = new StringBuilder();
        int at = 0;
        while (at < body.length()) {
            int end = body.indexOf("\r\n", at);
            int size = Integer.parseInt(body.substring(at, end).replaceAll(";.*", ""), 16);
            if (size == 0) {
                break;
            }
            content.append(body, end + 2, Math.min(end + 2 + size, body.length()));
            at = end + 2 + size + 2;
        }
        return content.toString();
    }
}
