package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Access;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits from a manifest, as {@code limits apply} takes it and {@code limits export} writes it; here the namespace may
 * be missing, since nothing is stored. JSON is YAML, too.
 */
final class LimitsFile {

    /** What a manifest without a namespace is for. */
    private static final String ANY_NAMESPACE = "default";

    private static final int LARGEST = 10_000_000;

    private LimitsFile() {}

    /**
     * Reads a file.
     *
     * @param option that named it, for messages
     * @param file its path
     * @return its limits
     * @throws InvalidInputException naming the file, the place, the value and what is allowed
     */
    static Policy read(String option, String file) {
        if (file.isEmpty()) {
            throw new InvalidInputException(option, file, "the name of a file");
        }
        try (InputStream in = InputFile.open(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new InvalidInputException(
                        option, file, "a manifest of up to " + Text.count(LARGEST) + " bytes, unpacked");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return policy(option + " " + file, file, Manifest.parse(text, ANY_NAMESPACE));
        } catch (BadInputException e) {
            throw new InvalidInputException(option, file, "a manifest in a file that can be read: " + e.getMessage());
        } catch (ManifestException e) {
            String place = option + " " + file + ": line " + e.line() + ", column " + e.column() + ": " + e.field();
            throw new InvalidInputException(place, e.value(), e.rule());
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(option, file, "text in UTF-8");
        } catch (IOException e) {
            throw new InvalidInputException(
                    option, file, "a manifest in a file that can be read: " + WholeFile.reason(e));
        }
    }

    /**
     * The limits of a manifest.
     *
     * @param source where it comes from, for messages
     * @param name of the policy, for people
     * @param manifest at least one level of it has limits
     */
    static Policy policy(String source, String name, Manifest manifest) {
        Map<Policy.Target, List<Limit>> limits = new LinkedHashMap<>();
        Map<Policy.Target, Access> switches = new LinkedHashMap<>();
        manifest.levels().forEach((where, declared) -> {
            Policy.Target level = new Policy.Target(
                    where.entity().orElse(null), where.resource().orElse(null));
            if (!declared.limits().isEmpty()) {
                limits.put(level, declared.limits());
            }
            declared.access().ifPresent(access -> switches.put(level, access));
        });
        if (limits.isEmpty()) {
            throw new InvalidInputException(
                    source, "no limits", "one limit at least, under system, resources or entities");
        }
        return new Policy(name, limits, switches);
    }
}
